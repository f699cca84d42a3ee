/**
 * Formats US dollars like Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }), whose constructor takes longer
 * on a phone than hydrating all packages of the home page.
 * @param dollars a number or the API's decimal string @example formatUsd('1299.00') // $1,299.00
 */
export function formatUsd(dollars: number | string): string {
  const value = Number(dollars)
  const digits = Math.abs(value)
    .toFixed(2)
    .replace(/\B(?=(?:\d{3})+\.)/g, ',')
  return `${value < 0 ? '-' : ''}$${digits}`
}

/** @example formatUsdCents(129_900) // $1,299.00 */
export const formatUsdCents = (cents: number): string => formatUsd(cents / 100)

let inr: Intl.NumberFormat | undefined

/** Indian grouping. @example formatInr('108465.50') // ₹1,08,465.50 */
export function formatInr(rupees: number | string): string {
  inr ??= new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  return inr.format(Number(rupees))
}
