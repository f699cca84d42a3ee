import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { Unavailable } from '../../errors.ts'

export function operationRoutes(app: App, { db }: Services): void {
  app.get(
    '/healthz',
    {
      config: { access: 'public' },
      schema: { summary: 'The process is alive', response: { 200: z.object({ status: z.literal('ok') }) } },
    },
    () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The database is reachable and its migrations are current',
        response: { 200: z.object({ status: z.literal('ready') }) },
      },
    },
    async () => {
      const pending = await db.migrate.list().then(
        ([, notRun]: [unknown[], unknown[]]) => notRun.length,
        () => undefined,
      )
      if (pending === undefined) throw new Unavailable('database_down', 'The database is not reachable')
      if (pending > 0) throw new Unavailable('migrations_pending', 'The database is not up to date')
      return { status: 'ready' as const }
    },
  )
}
