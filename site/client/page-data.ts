/** What pages read from the API while they are built, or drawn on the server. */
import type { Package } from '../../api/contract/catalogue.ts'
import type { Category } from '../../api/contract/categories.ts'
import { callApi } from './api.ts'

const DEV_API_ORIGIN = 'http://localhost:4322'
const BUILD_TIMEOUT_MS = 10_000

/** Undefined where the build has no API: the page then loads the packages itself. */
export const findPackages = () => readAtBuild<Package[]>('/api/packages')

/** As with {@link findPackages}. */
export const findCategories = () => readAtBuild<Category[]>('/api/categories')

async function readAtBuild<T>(path: string): Promise<T | undefined> {
  const origin = process.env.SHOP_API_URL
  if (!origin) return undefined
  const signal = AbortSignal.timeout(BUILD_TIMEOUT_MS)
  return callApi<T>(`${origin}${path}`, { signal }).catch(() => undefined)
}

/**
 * @param locals hands in the API of the same process (api/plugins/site.ts); without it, as in `npm run dev`, the API of
 *   `API_ORIGIN` is called
 * @throws ApiError when the response is not OK
 */
export async function readApi<T>(locals: App.Locals, path: string): Promise<T> {
  if (locals.readApi) return (await locals.readApi(path)) as T
  return callApi<T>(`${process.env.API_ORIGIN ?? DEV_API_ORIGIN}${path}`)
}
