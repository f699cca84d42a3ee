import type { App, Services } from '../../app-type.ts'
import { SearchQuery, SearchResults } from '../../contract/search.ts'
import { call } from '../../http/call.ts'
import { search } from './search.ts'

export function searchAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/search', {
    access: 'admin',
    operationId: 'searchShop',
    summary: 'Orders, people and packages that a few words find',
    description: 'The first five of each kind. Without words nothing is found.',
    querystring: SearchQuery,
    response: SearchResults,
    handler: (request) => search(db, request.query.q),
  })
}
