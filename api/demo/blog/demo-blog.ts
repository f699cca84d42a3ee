/** The demo's second website: a page on another origin that sells with the widget (docs/embedding.md). */
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { Knex } from 'knex'
import type { Env } from '#api/platform/environment/env.ts'
import { EmbedOrigin } from '#db/models/sales/embed-origin.ts'

interface DemoBlog {
  /** Must be another site than the shop for browsers; the shop is at localhost. */
  origin: string
  close(): Promise<void>
}

/** Opens it on the port after the shop's, and allows its origin to embed. @returns undefined if the port is in use */
export async function openDemoBlog(
  { port, publicOrigin }: Pick<Env, 'port' | 'publicOrigin'>,
  db: Knex,
): Promise<DemoBlog | undefined> {
  const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8')
  const page = (await read('page.html')).replaceAll('{shop}', publicOrigin)
  const styles = await read('page.css')
  const server = createServer(({ url }, response) => {
    if (url === '/page.css') return response.setHeader('content-type', 'text/css').end(styles)
    if (url !== '/') return response.writeHead(404).end()
    // The strictest policy that docs/embedding.md allows for a page with the widget.
    return response
      .setHeader(
        'content-security-policy',
        `default-src 'none'; style-src 'self'; script-src ${publicOrigin}; connect-src ${publicOrigin}; frame-src ${publicOrigin}; img-src data: ${publicOrigin}`,
      )
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(page)
  })
  if (!(await listens(server, port + 1))) return undefined
  const origin = `http://127.0.0.1:${port + 1}`
  await EmbedOrigin.query(db).insert({ origin }).onConflict('origin').ignore()
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { origin, close }
}

/** @returns false if the port is in use */
async function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(false) : fail(error),
    )
    server.listen(port, '127.0.0.1', () => done(true))
  })
}
