/** Checks a build before it is published. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogueSnapshot } from '#api/contract/catalogue/catalogue.ts'
import { SHOWN_AT_FIRST } from '#api/rules/package-rules.ts'

/** Paths outside the build: the API, uploaded pictures and the sandbox. */
const ELSEWHERE = /^\/(api|pictures|sandbox)\//
const MOST_PROBLEMS = 10

/** @returns one line per problem, at most ten; empty if the build may be published */
export async function checkBuild(clientDir: string, { packages }: CatalogueSnapshot): Promise<string[]> {
  const names = await readdir(clientDir, { recursive: true })
  const files = new Set(names.map((name) => `/${name}`))
  const resolves = (path: string) =>
    ELSEWHERE.test(path) || [path, `${path}.html`, join(path, 'index.html')].some((name) => files.has(name))
  const problems = packages
    .filter(({ slug }) => !files.has(`/packages/${slug}.html`))
    .map(({ slug }) => `/packages/${slug} is missing`)
  for (const name of names.filter((name) => name.endsWith('.html'))) {
    const html = await readFile(join(clientDir, name), 'utf8')
    for (const path of listLinks(html))
      if (!resolves(path)) problems.push(`${name} leads to ${path}, which is missing`)
    problems.push(...checkGrid(name, html, packages))
    if (problems.length >= MOST_PROBLEMS) break
  }
  return problems.slice(0, MOST_PROBLEMS)
}

/** Local paths that a page links to or loads, without query and fragment. */
function listLinks(html: string): Set<string> {
  const found = html.matchAll(/\s(?:href|src|component-url|renderer-url)="(\/(?!\/)[^"]*)"/g)
  return new Set([...found].map(([, link = '']) => decodePath(new URL(link, 'http://site').pathname)))
}

/** Leaves a path with malformed escapes as it is: no file has that name, so it is reported as missing. */
function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Checks the package grid, if the page has one: the first packages must have cards, with no placeholder left. */
function checkGrid(name: string, html: string, packages: CatalogueSnapshot['packages']): string[] {
  const grid = /<section id="packages"[\s\S]*?<\/astro-island>/.exec(html)?.[0]
  if (grid === undefined) return []
  const problems = packages
    .slice(0, SHOWN_AT_FIRST)
    .filter(({ slug }) => !grid.includes(`href="/packages/${slug}"`))
    .map(({ slug }) => `${name} has no card of ${slug}`)
  return grid.includes('data-placeholder')
    ? [`${name} has placeholders for its packages`, ...problems]
    : problems
}
