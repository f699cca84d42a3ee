/**
 * `npm run build:api`: bundles what `npm run serve` runs into one file. Without it a start takes twice as long, because Node must find
 * and read a thousand modules. Packages with native code, or with files of their own, are not bundled.
 */
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const ROOT = resolve(import.meta.dirname, '..', '..')
const OUT = join(ROOT, 'dist-api')
/**
 * Not bundled: `@node-rs` is native code. The S3 packages are loaded only where S3 is configured. `swagger-ui` has files of its own and
 * is not installed in production. knex loads the others only if they are used.
 */
const LEFT_OUT = [
  /^@node-rs\//,
  /^@aws-sdk\//,
  '@tus/s3-store',
  '@fastify/swagger-ui',
  'pg-native',
  'pg-query-stream',
]
const OTHER_DATABASES = ['better-sqlite3', 'mysql', 'mysql2', 'oracledb', 'sqlite3', 'tedious']

/** Lets modules find the files next to their source, although the bundle is in another folder. */
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
 * Replaces modules that packages load but nothing uses: axios (the provider's client has its own transport), glob, HTTP/2 and
 * recurrence rules. `node:http` is loaded with `getBuiltinModule`, because importing it would also load fetch and WebSocket. Without
 * this, the idle process took 101 to 122 MiB instead of 94. Its limit is 120.
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
    // Hides warnings about the code of packages.
    if (!log.id?.includes('node_modules') && log.code !== 'EVAL') print(level, log)
  },
})
await bundle.write({
  dir: OUT,
  format: 'esm',
  cleanDir: true,
  // The process keeps its source in memory, so comments and whitespace are removed; names stay, for stack traces. ASCII only, because a
  // single other character would double the memory of the whole source.
  charset: 'ascii',
  comments: { legal: false },
  minify: { mangle: false, compress: false, codegen: true },
})
await bundle.close()
