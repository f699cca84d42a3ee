/** The packages that are built into the pages. */
import type { Package } from '../../api/contract/catalogue.ts'

/** @returns undefined where the build has no API: the page then loads them itself */
export async function findPackages(): Promise<Package[] | undefined> {
  const origin = process.env.SHOP_API_URL
  if (!origin) return undefined
  try {
    const response = await fetch(`${origin}/api/packages`, { signal: AbortSignal.timeout(10_000) })
    return response.ok ? ((await response.json()) as Package[]) : undefined
  } catch {
    return undefined
  }
}
