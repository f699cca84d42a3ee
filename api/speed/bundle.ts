/**
 * `npm run build:api`: what `npm run serve` runs, in one file. Half of a start is finding and reading a thousand modules,
 * and each of them takes memory. Packages with compiled parts, or with files of their own, stay where they are.
 */
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const ROOT = resolve(import.meta.dirname, '..', '..')
const OUT = join(ROOT, 'dist-api')
/** The first is compiled; the second has pages to send, and only outside production; knex asks for the others where they are used. */
const LEFT_OUT = [/^@node-rs\//, '@fastify/swagger-ui', 'pg-native', 'pg-query-stream']
const OTHER_DATABASES = ['better-sqlite3', 'mysql', 'mysql2', 'oracledb', 'sqlite3', 'tedious']

/** A file beside a module is found from the module's own place, not from the bundle's. */
const placesOfModules: Plugin = {
  name: 'places-of-modules',
  transform(code, id) {
    if (!id.startsWith(ROOT) || id.includes('node_modules') || !code.includes('import.meta.')) return
    const from = (path: string) => `new URL(${JSON.stringify(relative(OUT, path))}, import.meta.url)`
    return code.replaceAll(/\bimport\.meta\.(url|dirname)\b/g, (_, what) =>
      what === 'url' ? `${from(id)}.href` : `${from(dirname(id))}.pathname`,
    )
  },
}

/**
 * What stands for a module. The SDK makes itself an axios, in whose place gateway-client.ts puts a transport of ours; YAML,
 * glob, HTTP/2 and recurrence rules (jobs are scheduled by cron here) are loaded by packages and never used. `node:http` is
 * the real one, but asked for: an import statement reads all that it has, WebSocket too, and with it loads what fetch is made of.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  axios: 'module.exports = { default: { create: () => ({}) } }',
  yaml: 'module.exports = {}',
  glob: 'module.exports = {}',
  'rrule-temporal': 'module.exports = {}',
  'node:http2': 'module.exports = {}',
  'node:http': `module.exports = process.getBuiltinModule('node:http')`,
}
const PREFIX = '\0stand-in-'
const standIns: Plugin = {
  name: 'stand-ins',
  resolveId: (id) => (Object.hasOwn(STAND_INS, id) ? PREFIX + id : undefined),
  load: (id) => (id.startsWith(PREFIX) ? STAND_INS[id.slice(PREFIX.length)] : undefined),
}

const bundle = await rolldown({
  input: join(ROOT, 'api', 'server.ts'),
  platform: 'node',
  external: [...LEFT_OUT, ...OTHER_DATABASES],
  plugins: [placesOfModules, standIns],
  onLog(level, log, print) {
    // The packages' own, about their own code.
    if (!log.id?.includes('node_modules') && log.code !== 'EVAL') print(level, log)
  },
})
await bundle.write({
  dir: OUT,
  format: 'esm',
  cleanDir: true,
  // The process holds its own source: shorter by what only readers need, with every name left for stacks, and ASCII alone,
  // because one other letter doubles each.
  charset: 'ascii',
  comments: { legal: false },
  minify: { mangle: false, compress: false, codegen: true },
})
await bundle.close()
