import { openAnotherShop } from '../../support/another-company.ts'
import { openSingapore } from '../../support/example-companies.ts'

/** Runs before the specs of this folder. @returns a function that stops the shops and fails where Node has warned */
export default async function openShops(): Promise<() => Promise<unknown>> {
  // At the same time, because building pages leaves a part of two processors idle.
  const shops = await Promise.all([openAnotherShop(), openSingapore()])
  return () => Promise.all(shops.map((shop) => shop.terminate()))
}
