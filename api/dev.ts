/** `npm run dev`: Astro's dev server with hot reload on PORT, in front of the shop's API on the next port. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const port = Number(process.env.PORT ?? 4321)
const apiOrigin = `http://localhost:${port + 1}`
const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs')

const shop = spawn(process.execPath, [join(import.meta.dirname, 'demo/start.ts')], {
  env: { ...process.env, PORT: String(port + 1), PUBLIC_ORIGIN: `http://localhost:${port}` },
  stdio: ['ignore', 'pipe', 'inherit'],
})
shop.stdout.pipe(process.stdout)
shop.once('exit', (code) => process.exit(code ?? 0))
shop.stdout.on('data', function onLine(chunk: Buffer) {
  if (!chunk.toString().includes('The shop is open')) return
  shop.stdout.off('data', onLine)
  spawn(process.execPath, [astro, 'dev', '--port', String(port)], {
    env: { ...process.env, API_ORIGIN: apiOrigin, PUBLIC_ORIGIN: `http://localhost:${port}` },
    stdio: 'inherit',
  })
})
// Both children get the terminal's Ctrl-C themselves; this process only waits until the shop has closed.
process.on('SIGINT', () => {})
