/** Makes the content folder importable by pages and islands, as `virtual:content` and `virtual:colors.css`. */
import type { Plugin } from 'vite'
import type { Content } from '#api/contract/content/content.ts'
import { writeAccent } from './styles/accent.ts'

const VIRTUAL = /^virtual:(content|colors\.css)$/

/** Exports each part separately, so that a browser loads only the parts that its page uses. */
export function contentModules(content: Content): Plugin {
  const sources: Record<string, string> = {
    'virtual:content': Object.entries(content)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n'),
    'virtual:colors.css': writeColors(content.colors),
  }
  return {
    name: 'content-modules',
    resolveId: { filter: { id: VIRTUAL }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:/ },
      handler: (id) => sources[id.slice(1)],
    },
  }
}

/** The CSS variables of the accent colour, for both themes. */
export function writeColors({ accent }: Content['colors']): string {
  const { light, dark } = writeAccent(accent)
  return `:root { ${light} }\n@media screen and (prefers-color-scheme: dark) { :root { ${dark} } }`
}
