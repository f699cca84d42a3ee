import type { App, Services } from '../../app-type.ts'
import { SearchQuery, SearchResults } from '../../contract/search.ts'
import { search } from './search.ts'

export function searchAdminRoutes(app: App, { db }: Services): void {
  app.get(
    '/admin/search',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'searchShop',
        summary: 'Orders, people and packages that a few words find',
        description: 'The first five of each kind. Without words nothing is found.',
        querystring: SearchQuery,
        response: { 200: SearchResults },
      },
    },
    (request) => search(db, request.query.q),
  )
}
