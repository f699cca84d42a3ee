const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const inr = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** @param dollars a number or the API's decimal string @example formatUsd('1299.00') // $1,299.00 */
export function formatUsd(dollars: number | string): string {
  return usd.format(Number(dollars))
}

/** Indian grouping. @example formatInr('108465.50') // ₹1,08,465.50 */
export function formatInr(rupees: number | string): string {
  return inr.format(Number(rupees))
}
