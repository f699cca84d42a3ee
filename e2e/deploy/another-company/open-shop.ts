import { openAnotherShop } from '#e2e/support/another-company.ts'

/** Runs before the specs of this folder. @returns a function that stops the shop and fails if Node has printed a warning */
export default async function openShop(): Promise<() => Promise<unknown>> {
  const shop = await openAnotherShop()
  return () => shop.terminate()
}
