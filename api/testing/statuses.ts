import type { Visitor } from './test-app.ts'

/** @returns 200 while the visitor is signed in, else 401 */
export const statusOf = async (visitor: Visitor) => (await visitor.get('/api/auth/me')).statusCode

/** Asks so many times, one after the other. */
export async function statusesOf(count: number, ask: (nth: number) => Promise<{ statusCode: number }>) {
  const statuses: number[] = []
  for (let nth = 0; nth < count; nth += 1) statuses.push((await ask(nth)).statusCode)
  return statuses
}
