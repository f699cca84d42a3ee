/** What the content folder says, as modules for pages and islands: `virtual:content` and `virtual:colors.css`. */
import type { Plugin } from 'vite'
import type { Content } from '../api/contract/content.ts'

const VIRTUAL = /^virtual:(content|colors\.css)$/

/** Each part is an export of its own, so that a browser loads only those that its page uses. */
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

/** The accent's part of the palette (site/styles/tokens.css). */
export function writeColors({ accent }: Content['colors']): string {
  const write = (steps: Record<string, string>) =>
    `:root {\n${Object.entries(steps)
      .map(([name, color]) => `  --${name}: ${toChannels(color)};\n`)
      .join('')}}`
  const light = write({
    accent: accent[500],
    'accent-strong': accent[700],
    'accent-hover': accent[800],
    'accent-soft': accent[50],
  })
  const dark = write({
    accent: accent[400],
    'accent-strong': accent[300],
    'accent-hover': accent[200],
    'accent-soft': accent[950],
  })
  return `${light}\n@media screen and (prefers-color-scheme: dark) {\n${dark}\n}`
}

/** @param color such as #3B82F6 @returns such as 59 130 246 */
function toChannels(color: string): string {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)).join(' ')
}
