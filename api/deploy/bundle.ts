/**
 * `npm run build:api`: what `npm run serve` runs, in one file. Without it a start takes twice as long, because Node finds and
 * reads a thousand modules. Packages with compiled parts, or with files of their own, are not bundled.
 */
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const ROOT = resolve(import.meta.dirname, '..', '..')
const OUT = join(ROOT, 'dist-api')
/** `@node-rs` is compiled, what speaks S3 is loaded where it is configured alone, `swagger-ui` has pages of its own and is not installed in production, and knex loads the others only if they are used. */
const LEFT_OUT = [
  /^@node-rs\//,
  /^@aws-sdk\//,
  '@tus/s3-store',
  '@fastify/swagger-ui',
  'pg-native',
  'pg-query-stream',
]
const OTHER_DATABASES = ['better-sqlite3', 'mysql', 'mysql2', 'oracledb', 'sqlite3', 'tedious']

/** Makes modules find the files beside them, although the bundle is in another folder. */
const modulePaths: Plugin = {
  name: 'module-paths',
  transform(code, id) {
    if (!id.startsWith(ROOT) || id.includes('node_modules') || !code.includes('import.meta.')) return
    const from = (path: string) => `new URL(${JSON.stringify(relative(OUT, path))}, import.meta.url)`
    return code.replaceAll(/\bimport\.meta\.(url|dirname)\b/g, (_, what) =>
      what === 'url' ? `${from(id)}.href` : `${from(dirname(id))}.pathname`,
    )
  },
}

/**
 * Modules that packages load though nothing uses them: axios (the provider's client has its own transport), glob, HTTP/2 and
 * recurrence rules. `node:http` is loaded by `getBuiltinModule`, because an import of it would also load fetch and WebSocket.
 * Without this the idle process took 101 to 122 MiB, not 94, of the 120 that it may take.
 */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  axios: 'module.exports = { default: { create: () => ({}) } }',
  glob: 'module.exports = {}',
  'rrule-temporal': 'module.exports = {}',
  'node:http2': 'module.exports = {}',
  'node:http': `module.exports = process.getBuiltinModule('node:http')`,
}
const PREFIX = '\0replacement-'
const replacements: Plugin = {
  name: 'replacements',
  resolveId: (id) => (Object.hasOwn(REPLACEMENTS, id) ? PREFIX + id : undefined),
  load: (id) => (id.startsWith(PREFIX) ? REPLACEMENTS[id.slice(PREFIX.length)] : undefined),
}

const bundle = await rolldown({
  input: join(ROOT, 'api', 'server.ts'),
  platform: 'node',
  external: [...LEFT_OUT, ...OTHER_DATABASES],
  plugins: [modulePaths, replacements],
  onLog(level, log, print) {
    // Leaves out warnings about the code of packages.
    if (!log.id?.includes('node_modules') && log.code !== 'EVAL') print(level, log)
  },
})
await bundle.write({
  dir: OUT,
  format: 'esm',
  cleanDir: true,
  // The process keeps its source in memory, so comments and blanks are left out; names stay, for stacks. ASCII only, because
  // one other character would double the memory of the whole source.
  charset: 'ascii',
  comments: { legal: false },
  minify: { mangle: false, compress: false, codegen: true },
})
await bundle.close()
