import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { AREA_FOLDERS } from './public.config.ts'

const ROOT = join(import.meta.dirname, '../..')
const IMPORTED = /\b(?:from|import)\b\s*\(?\s*'(\.[^']+|#(?:api|site)\/[^']+)'/g

async function addReached(file: string, reached: Set<string>): Promise<void> {
  if (reached.has(file) || !existsSync(file)) return
  reached.add(file)
  const source = await readFile(file, 'utf8')
  const imported = [...source.matchAll(IMPORTED)].map(([, path = '']) => {
    const [name = ''] = path.split('?')
    return name.startsWith('#') ? join(ROOT, name.slice(1)) : resolve(file, '..', name)
  })
  for (const path of imported) await addReached(path, reached)
}

test('a page for everybody reaches no folder whose styles it lacks', async () => {
  const missing: string[] = []
  let pages = 0
  for await (const page of glob(join(ROOT, 'site/pages/**/*.astro'))) {
    const reached = new Set<string>()
    await addReached(page, reached)
    const files = [...reached].map((file) => relative(ROOT, file))
    if (files.includes('site/styles/area.css')) continue
    pages += 1
    const inAreas = files.filter((file) => AREA_FOLDERS.some((folder) => file.startsWith(`${folder}/`)))
    missing.push(...inAreas.map((file) => `${relative(ROOT, page)}: ${file}`))
  }
  expect(missing).toEqual([])
  expect(pages).toBeGreaterThan(10)
})

// Tailwind's plugin uses the configuration of the stylesheet before for one that names none: `configOrPath` in tailwindcss/src/plugin.js.
test('each stylesheet that pages import from here names its configuration', async () => {
  const sheets = new Set<string>()
  for await (const file of glob(join(ROOT, 'site/**/*.{astro,ts,tsx}'))) {
    const source = await readFile(file, 'utf8')
    for (const [, name = ''] of source.matchAll(/^import '#site\/styles\/([\w-]+\.css)'$/gm)) sheets.add(name)
  }
  expect([...sheets].sort()).toEqual(['area.css', 'public.css'])
  for (const name of sheets)
    expect(await readFile(join(import.meta.dirname, name), 'utf8')).toMatch(/^@config "\.\/[\w.]+";$/m)
})
