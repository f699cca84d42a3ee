/**
 * Preloads the scripts of islands that start at once, by links in the page's head. Otherwise the browser finds each level of
 * imports only after loading the one before.
 */
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** The imports of each script, by its path. */
const imports = new Map<string, string[]>()

export const preloadIslands: AstroIntegration = {
  name: 'preload-islands',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({
        vite: {
          plugins: [
            {
              name: 'note-imports',
              applyToEnvironment: ({ name }) => name === 'client',
              generateBundle(_options, bundle) {
                for (const [file, output] of Object.entries(bundle)) {
                  if (output.type === 'chunk')
                    imports.set(
                      `/${file}`,
                      output.imports.map((name) => `/${name}`),
                    )
                }
              },
            },
          ],
        },
      })
    },
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir)
      for await (const name of glob('*.html', { cwd: folder })) {
        const file = join(folder, name)
        const html = await readFile(file, 'utf8')
        const links = [...findScripts(html)].map((script) => `<link rel="modulepreload" href="${script}">`)
        if (links.length > 0) await writeFile(file, html.replace('</head>', `${links.join('')}</head>`))
      }
    },
  },
}

function findScripts(html: string): Set<string> {
  const found = new Set<string>()
  const add = (script: string) => {
    if (found.has(script)) return
    found.add(script)
    for (const imported of imports.get(script) ?? []) add(imported)
  }
  for (const [island] of html.matchAll(/<astro-island[^>]* client="(?:only|load)"[^>]*>/g)) {
    for (const [, script = ''] of island.matchAll(/ (?:component|renderer)-url="([^"]+)"/g)) add(script)
  }
  return found
}
