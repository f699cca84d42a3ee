/**
 * US dollars as Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }) has them, without making one: on a phone
 * that takes longer than all that hydrates the home page's packages.
 * @param dollars a number or the API's decimal string @example formatUsd('1299.00') // $1,299.00
 */
export function formatUsd(dollars: number | string): string {
  const value = Number(dollars)
  const digits = Math.abs(value)
    .toFixed(2)
    .replace(/\B(?=(?:\d{3})+\.)/g, ',')
  return `${value < 0 ? '-' : ''}$${digits}`
}

let inr: Intl.NumberFormat | undefined

/** Indian grouping. @example formatInr('108465.50') // ₹1,08,465.50 */
export function formatInr(rupees: number | string): string {
  inr ??= new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  return inr.format(Number(rupees))
}
