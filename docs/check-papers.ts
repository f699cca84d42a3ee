/**
 * Part of `npm run check`: the files, headings and scripts that documents and comments name must exist. Prints a line for each
 * missing one, and exits with 1.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const README_BYTES = 6000
/** The size of docs/, without its pictures: what is there is read. */
const DOCS_BYTES = 280 * 1024
/** The longest line of prose and the longest row of a table, so that a terminal does not wrap them. */
const README_COLUMNS = { prose: 100, table: 120 }
/** The size of all pages of docs/product, without the tables that are generated from the code. */
const PRODUCT_BYTES = 99_000
/** Documents about the past, which may name files that are gone. */
const UNCHECKED = ['CHANGELOG.md']
/** Folders that a build or a start creates. */
const MADE = /^(dist|dist-api|\.data)(\/|$)/

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const problems: string[] = []

/** The anchor that GitHub gives a heading. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const listHeadings = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

const isThere = (path: string) =>
  MADE.test(path) || (/[*{]/.test(path) ? globSync(path).length > 0 : existsSync(path))

function checkScripts(file: string, text: string): void {
  for (const [, script = ''] of text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)) {
    if (!(script in scripts)) problems.push(`${file}: there is no npm run ${script}`)
  }
}

/** Checks links, and texts between backticks that look like a path of the project. */
function checkDocument(file: string): void {
  const text = readFileSync(file, 'utf8')
  checkScripts(file, text)
  for (const [, target = ''] of text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
    const [path = '', anchor] = target.split('#')
    const named = path === '' ? file : normalize(join(dirname(file), path))
    if (!existsSync(named)) problems.push(`${file}: ${target} is not there`)
    else if (anchor && !listHeadings(named).some((heading) => toAnchor(heading) === anchor))
      problems.push(`${file}: ${named} has no heading #${anchor}`)
  }
  for (const [, path = ''] of text.matchAll(/`((?:api|db|site|e2e|docs|\.github|\.ci)\/[^\s`]*)`/g)) {
    if (!isThere(path)) problems.push(`${file}: ${path} is not there`)
  }
}

/** Checks references such as `docs/product/api.md, Settling a payment`: the document, and the heading if one is named. */
function checkComments(file: string): void {
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    if (!/^\s*(\*|\/\*|\/\/|#|<!--|\{\/\*)|\s\/\/\s/.test(line)) continue
    const place = `${file}:${index + 1}`
    checkScripts(place, line)
    for (const [path] of line.matchAll(/(?<![\w/.])(?:api|db|site|e2e|docs)\/[\w./-]+\.[a-z]+\b/g)) {
      if (!isThere(path)) problems.push(`${place}: ${path} is not there`)
    }
    for (const { 0: name, index: at } of line.matchAll(/(?<![\w/.])[\w./-]+\.md\b/g)) {
      if (!existsSync(name)) problems.push(`${place}: ${name} is not there`)
      else {
        // A heading may continue in the comment's next line.
        const next = (lines[index + 1] ?? '').replace(/^\s*(\*(?!\/)|\/\/|#)\s*/, '')
        const rest = `${line.slice(at + name.length).trimEnd()} ${next}`
        const isCited = listHeadings(name).some((heading) => rest.startsWith(`, ${heading}`))
        if (/^, [A-Z]/.test(rest) && !isCited) problems.push(`${place}: ${name} has no heading${rest}`)
      }
    }
    if (/\bspecification\b|\bsection \d/i.test(line)) problems.push(`${place}: cites what is not here`)
  }
}

/** A page of docs/ must begin with its purpose: a sentence below the title, not a list. Decisions have their own form. */
function checkBeginning(file: string): void {
  const [, first = ''] = readFileSync(file, 'utf8').split('\n\n')
  if (!/^\p{L}.*[.:]/su.test(first)) problems.push(`${file} begins with no sentence that says what it is for`)
}

const documents = files.filter((file) => /^([A-Z]+|docs\/.+|\.github\/.+)\.md$/.test(file))
for (const file of documents) if (/^docs\/(?!decisions\/\d)/.test(file)) checkBeginning(file)
for (const file of documents) if (!UNCHECKED.includes(file)) checkDocument(file)
for (const file of files) {
  if (/\.(ts|tsx|js|mjs|cjs|astro|css|conf|yml|yaml|jsonc)$|Dockerfile$|\.env\.example$/.test(file))
    checkComments(file)
}
const readmeBytes = readFileSync('README.md').byteLength
if (readmeBytes > README_BYTES) problems.push(`README.md has ${readmeBytes} bytes, ${README_BYTES} at most`)
for (const [index, line] of readFileSync('README.md', 'utf8').split('\n').entries()) {
  const most = line.startsWith('|') ? README_COLUMNS.table : README_COLUMNS.prose
  if (line.length > most) problems.push(`README.md:${index + 1} has ${line.length} columns, ${most} at most`)
}

const productBytes = globSync('docs/product/*.md').reduce(
  (sum, file) => sum + readFileSync(file).byteLength,
  0,
)
if (productBytes > PRODUCT_BYTES)
  problems.push(`docs/product has ${productBytes} bytes, ${PRODUCT_BYTES} at most: a rule stands once`)

const docsBytes = files
  .filter((file) => file.startsWith('docs/') && !file.endsWith('.png'))
  .reduce((sum, file) => sum + readFileSync(file).byteLength, 0)
if (docsBytes > DOCS_BYTES) problems.push(`docs has ${docsBytes} bytes, ${DOCS_BYTES} at most`)

for (const problem of problems) process.stderr.write(`✘ ${problem}\n`)
if (problems.length > 0) process.exitCode = 1
