/** `npm start`: the whole shop on one machine and one origin: database, migrations, demo data, site, API, payment sandbox. */
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/connection/embedded.ts'
import { CannotProceed } from '#db/connection/postgres-client.ts'
// Ends the process if the content folder has faults, before anything is started.
import '#api/content/content.ts'
import { type Build, beginBuild } from '#api/catalogue/publishing/build.ts'
import { findCurrentRelease, SITE_DIR } from '#api/catalogue/publishing/releases.ts'
import { type Env, InvalidEnv, parseEnv } from '#api/platform/environment/env.ts'
import { describeRemovedVariables } from '#api/platform/environment/gone-variables.ts'
import { CannotStart, say } from '#api/platform/logging/terminal.ts'

/** The version in `engines` of package.json. npm warns on older versions, though the shop works. */
const OLDEST_NODE = 22

/** Closing functions of everything that was opened. At the end they are called in reverse order. */
const closers: (() => Promise<void>)[] = []
let isStopping = false

async function stop(exitCode: number): Promise<never> {
  if (isStopping) return new Promise<never>(() => {})
  isStopping = true
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => say(`Could not stop cleanly: ${String(error)}`))
  }
  process.exit(exitCode)
}

async function main(): Promise<void> {
  process.on('SIGINT', () => {
    say('\nStopping …')
    void stop(0)
  })
  process.on('SIGTERM', () => void stop(0))

  // A person is reading this terminal, so only warnings are logged.
  const env = parseEnv({ LOG_LEVEL: 'warn', ...process.env })
  const gone = describeRemovedVariables(process.env)
  if (gone) say(`· ${gone}`)
  if (env.isProduction) {
    throw new CannotStart(
      '`npm start` is the demo, with its sandbox and accounts. In production run `npm run serve`.',
    )
  }
  explainEngineWarnings()
  await assertPortFree(env)
  await mkdir(env.dataDir, { recursive: true })

  const firstBuild = await beginFirstBuild(env)
  // Loaded while PostgreSQL starts, to save time.
  const load = () => import('./demo.ts')
  const ownerUrl = env.databaseOwnerUrl ?? (await startOwnPostgres(env, load))
  const { openDemo } = await load()
  await openDemo({ env, ownerUrl, firstBuild, closers })
}

/** Without any pages yet, starts building while the database starts. Otherwise the catalogue decides whether a build is needed. */
async function beginFirstBuild({ publicOrigin, hasWorker }: Env): Promise<Build | undefined> {
  if (await findCurrentRelease(SITE_DIR)) return undefined
  say('· Building the pages …')
  return beginBuild({ siteDir: SITE_DIR, publicOrigin, isQuick: hasWorker })
}

/** Explains npm's warnings. npm itself runs on the machine's Node, and its scripts on the Node in `devDependencies`. */
function explainEngineWarnings(): void {
  const [, version, major] = /node\/v((\d+)\.\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? []
  if (Number(major) < OLDEST_NODE) {
    say(
      `· npm runs on Node ${version}: its engine warnings are harmless, the shop runs on ${process.version}`,
    )
  }
}

async function startOwnPostgres(env: Env, meanwhile: () => unknown): Promise<string> {
  say('· Starting PostgreSQL …')
  const starting = startEmbeddedPostgres(env.dataDir, { meanwhile })
  // Registered before PostgreSQL has started, so that Ctrl-C stops it during the start, too.
  const stopServer = () =>
    starting.then(
      (server) => server.stop(),
      () => undefined,
    )
  closers.push(stopServer)
  let server: EmbeddedPostgres
  try {
    server = await starting
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error))
  }
  say(`✔ PostgreSQL is running, its data in ${resolve(env.dataDir)}`)
  return server.urlOf('postgres')
}

async function assertPortFree({ port, host }: Env): Promise<void> {
  const probe = createServer()
  await new Promise<void>((done, fail) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code})`
      fail(new CannotStart(`Port ${port} ${reason}. Set another: PORT=4400 npm start`))
    })
    probe.listen(port, host, () => probe.close(() => done()))
  })
}

main().catch((error: unknown) => {
  // Ctrl-C makes whatever was running fail, which is no error.
  if (isStopping) return
  if (error instanceof InvalidEnv) for (const problem of error.problems) say(`✘ ${problem}`)
  else if (error instanceof CannotStart || error instanceof CannotProceed) say(`✘ ${error.message}`)
  else say(`✘ ${error instanceof Error ? error.stack : String(error)}`)
  void stop(1)
})
