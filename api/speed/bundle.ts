/**
 * `npm run build:api`: what `npm run serve` runs, in one file. Without it a start takes twice as long, because Node finds and
 * reads a thousand modules. Packages with compiled parts, or with files of their own, stay where they are.
 */
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const ROOT = resolve(import.meta.dirname, '..', '..')
const OUT = join(ROOT, 'dist-api')
/** The first is compiled, the second has pages of its own and is not there in production, and knex loads the others only where they are used. */
const LEFT_OUT = [/^@node-rs\//, '@fastify/swagger-ui', 'pg-native', 'pg-query-stream']
const OTHER_DATABASES = ['better-sqlite3', 'mysql', 'mysql2', 'oracledb', 'sqlite3', 'tedious']

/** A file beside a module is found from the module's own place, not from the bundle's. */
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
 * Packages load these and nothing uses them: forms with files, glob, HTTP/2 and recurrence rules. An import of `node:http` would load fetch and WebSocket too, a call for it does not.
 * With them the idle process took 101 to 122 MiB instead of 94, of 120 that it may take.
 */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  'form-data': 'module.exports = class {}',
  glob: 'module.exports = {}',
  'rrule-temporal': 'module.exports = {}',
  http2: 'module.exports = {}',
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
