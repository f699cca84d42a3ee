/** Reads the catalogue for pages, in the build and on the server. */
import { json } from 'node:stream/consumers'
import type { CatalogueSnapshot, Category, Package, Review } from '#api/contract/catalogue/catalogue.ts'
import { callApi } from './api.ts'

const DEV_API_ORIGIN = 'http://localhost:4322'

let built: Promise<CatalogueSnapshot> | undefined

/**
 * In a build the worker sends the catalogue on stdin, perhaps only when the build asks for it (api/catalogue/publishing/build.ts).
 * In `npm run dev` it comes from the API.
 * @returns undefined in a build without a catalogue: the home page then loads the packages, and there are no package pages
 */
export async function findCatalogue(): Promise<CatalogueSnapshot | undefined> {
  if (process.env.CATALOGUE === 'stdin') {
    built ??= json(process.stdin) as Promise<CatalogueSnapshot>
    return built
  }
  return import.meta.env.DEV ? readFromApi() : undefined
}

async function readFromApi(): Promise<CatalogueSnapshot> {
  const packages = await readApi<Package[]>({}, '/api/packages')
  const reviews = await Promise.all(
    packages.map(async ({ id }) => [id, await readApi<Review[]>({}, `/api/packages/${id}/reviews`)] as const),
  )
  const categories = await readApi<Category[]>({}, '/api/categories')
  return { packages, categories, reviews: Object.fromEntries(reviews) }
}

/**
 * @param locals contains the API of this process (api/platform/plugins/site.ts); in `npm run dev` the API at `API_ORIGIN` is called
 * @throws ApiError when the response is not OK
 */
export async function readApi<T>(locals: App.Locals, path: string): Promise<T> {
  if (locals.readApi) return (await locals.readApi(path)) as T
  return callApi<T>(`${readApiOrigin()}${path}`)
}

const readApiOrigin = () => process.env.API_ORIGIN ?? DEV_API_ORIGIN
