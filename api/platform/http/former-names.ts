/** What the last release called otherwise in its calls. All of it goes with the next release. */
import type { FastifyInstance } from 'fastify'
import { renameQuery } from '#api/rules/former-names.ts'

const PATHS: readonly (readonly [former: RegExp, path: string])[] = [
  [/^\/api\/admin\/webhook-deliveries\b/, '/api/admin/webhook-messages'],
  [/^\/api\/admin\/webhook-events\b/, '/api/admin/provider-events'],
  [/^\/api\/orders\/(\d+)\/access\b/, '/api/orders/$1/credentials'],
  [/^\/api\/access\//, '/api/credentials/'],
  [/^\/api\/replies\//, '/api/incoming-mails/'],
  [/^\/api\/orders\/(\d+)\/next-part\b/, '/api/orders/$1/next-instalment'],
  [/^\/api\/admin\/orders\/(\d+)\/parts\//, '/api/admin/orders/$1/instalments/'],
]
const FIELDS = { inParts: 'inInstalments', firstPart: 'firstInstalment' }
const CODES: Readonly<Record<string, string>> = {
  instalment_not_due: 'part_not_due',
  instalment_not_open: 'part_not_open',
}

/** @returns the path of today of a call, with its query */
export function findPath(url: string): string {
  const found = PATHS.find(([former]) => former.test(url))
  return renameQuery(found ? url.replace(...found) : url)
}

/** @returns for a call by its former path the former code, which its program knows */
export const findCode = (url: string, code: string): string =>
  PATHS.some(([former]) => former.test(url)) ? (CODES[code] ?? code) : code

/** Renames fields of bodies, and the event in the list of a webhook's. */
export function registerFormerFields(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body }) => {
    if (typeof body !== 'object' || body === null) return
    for (const [former, name] of Object.entries(FIELDS))
      if (former in body) Object.assign(body, { [name]: Reflect.get(body, former) })
    if ('events' in body && Array.isArray(body.events))
      body.events = body.events.map((event) =>
        event === 'order.part_paid' ? 'order.instalment_paid' : event,
      )
  })
}
