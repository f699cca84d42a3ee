/** A number of things in words. @example formatCount(1, 'business day') // '1 business day' */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
