/**
 * Part of `npm run check`: the rules of the folders. Prints a line for each fault, and exits with 1.
 * - No folder has more than 25 code files, not counting tests, migrations and pages.
 * - No folders import each other in a circle, however long. A folder and its subfolders may.
 * - The code that the home page loads at once does not import zod.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const MOST_FILES = 25
const CODE = /\.(ts|tsx|astro|mjs|js)$/
const TEST = /\.(test|spec)\.tsx?$|\/testing\//
/** The home page's island, which is loaded with the page. Its lazy imports are loaded later. */
const HOME_ISLAND = 'site/shop/grid/package-grid.tsx'
const UNCOUNTED = /^(db\/migrations|site\/pages)(\/|$)/

/** A static or lazy import of the project's own files: `'./x.ts'`, or a name from package.json's `imports`. */
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^'?]+|#(?:api|db|e2e|site)\/[^'?]+)/g

const resolveImport = (file: string, path: string) =>
  path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path))

const files = execFileSync('git', ['ls-files', 'api', 'db', 'site', 'e2e'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => CODE.test(file) && !TEST.test(file))

const sizes = new Map<string, number>()
/** By folder: the folders that it imports from, each with an example of an import. */
const imports = new Map<string, Map<string, string>>()
for (const file of files) {
  const folder = dirname(file)
  sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  const imported = imports.get(folder) ?? new Map<string, string>()
  imports.set(folder, imported)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const target = resolveImport(file, path)
    const other = dirname(target)
    const isFamily = other === folder || other.startsWith(`${folder}/`) || folder.startsWith(`${other}/`)
    if (!isFamily && !TEST.test(target)) imported.set(other, `${file} imports ${target}`)
  }
}

/** @returns the imports that lead from one folder to another through folders not yet visited */
function findWay(from: string, to: string, visited: Set<string>): string[] | undefined {
  visited.add(from)
  for (const [next, line] of imports.get(from) ?? []) {
    if (next === to) return [line]
    if (visited.has(next)) continue
    const way = findWay(next, to, visited)
    if (way) return [line, ...way]
  }
  return undefined
}

const faults: string[] = []
for (const [folder, size] of sizes) {
  if (size > MOST_FILES && !UNCOUNTED.test(folder))
    faults.push(`${folder} holds ${size} code files: at most ${MOST_FILES} are a room`)
}
const known = new Set<string>()
for (const folder of imports.keys()) {
  if (known.has(folder)) continue
  const circle = findWay(folder, folder, new Set())
  if (!circle) continue
  for (const line of circle) known.add(dirname(line.split(' ')[0] ?? ''))
  faults.push(`Folders in a circle:\n    ${circle.join('\n    ')}`)
}

/** @returns the imports that lead from the file to zod, without imports of types and lazy ones */
function findZod(file: string, visited: Set<string>): string[] | undefined {
  visited.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^'?]+)'/gm)) {
    if (/^zod(\/|$)/.test(name)) return [file]
    const target = resolveImport(file, name)
    if (!/^[.#]/.test(name) || !CODE.test(target) || visited.has(target)) continue
    const way = findZod(target, visited)
    if (way) return [file, ...way]
  }
  return undefined
}
const zod = findZod(HOME_ISLAND, new Set())
if (zod) faults.push(`The home page loads zod:\n    ${zod.join('\n    ')}`)

for (const fault of faults) process.stdout.write(`✘ ${fault}\n`)
if (faults.length > 0) process.exitCode = 1
