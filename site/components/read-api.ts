/** What the API says to a page that is drawn on the server. */
const DEV_API_ORIGIN = 'http://localhost:4322'

/**
 * @param locals hands in the API of the same process (api/plugins/site.ts); without it, as in `npm run dev`, the API of
 *   `API_ORIGIN` is asked
 * @throws Error when it does not answer with 200
 */
export async function readApi<T>(locals: App.Locals, path: string): Promise<T> {
  if (locals.readApi) return (await locals.readApi(path)) as T
  const response = await fetch(`${process.env.API_ORIGIN ?? DEV_API_ORIGIN}${path}`)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return (await response.json()) as T
}
