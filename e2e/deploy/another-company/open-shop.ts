import { openAnotherShop } from '../../support/another-company.ts'

/** Runs before the specs beside this file. @returns what closes the shop after them, and fails where Node has warned in it */
export default async function openShop(): Promise<() => Promise<unknown>> {
  const shop = await openAnotherShop()
  return () => shop.terminate()
}
