/**
 * Bundles `/embed.js` for other websites, and the files that it loads for cards and for a purchase. It is bundled separately
 * from the pages, because these files must not load any chunk of the pages.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { type OutputOptions, type Plugin, rolldown } from 'rolldown'
import type { Content } from '#api/contract/content/content.ts'
import { createFormat } from '#api/rules/money/format.ts'
import type { SoldIn } from '#api/rules/money/sold-in.ts'
import { listTargets } from '#site/build/baseline.ts'
import { listPlaces } from '#site/components/currency/places.ts'
import { writeColors } from '#site/content-modules.ts'

const HERE = import.meta.dirname

interface Facts {
  /** The shop's origin. */
  origin: string
  content: Pick<Content, 'brand' | 'colors' | 'currencies'>
}

/** @returns the files' contents by their paths in the site */
export async function bundleEmbed({ origin, content }: Facts): Promise<Map<string, string>> {
  const palette = readPalette(
    (await readFile(join(HERE, '../styles/tokens.css'), 'utf8')) + writeColors(content.colors),
  )
  const facts = { ORIGIN: origin, SELLER: content.brand.name }
  const currencies = await writeCurrencies(content.currencies)
  const files = new Map<string, string>()
  const paths: Record<string, string> = {}
  for (const [name, constant] of [
    ['cards', 'CARDS'],
    ['purchase', 'PURCHASE'],
  ] as const) {
    const source = await bundle(`${name}.ts`, { format: 'es' }, facts, palette, currencies)
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
    const path = `_astro/${hash}.js`
    files.set(path, source)
    paths[constant] = `${origin}/${path}`
  }
  const embed = await bundle('embed.ts', { format: 'iife' }, { ...facts, ...paths }, palette)
  return new Map([['embed.js', embed], ...files])
}

/** Writes the code with which cards choose a currency, as the page asks or as the shop's own pages guess it, and format prices. */
async function writeCurrencies(soldIn: SoldIn): Promise<string> {
  const places = listPlaces(soldIn)
  const formats = Object.keys(places).map((code) => {
    const { locale, minimumFractionDigits } = createFormat(code).resolvedOptions()
    return [code, [locale, { style: 'currency', currency: code, minimumFractionDigits }]]
  })
  const written = `\nexport const FORMATS = ${JSON.stringify(Object.fromEntries(formats))}\n`
  if (soldIn.offered.length === 0) return `${written}export const pickCurrency = () => '${soldIn.default}'`
  const guess = await readFile(join(HERE, '../components/currency/guess-currency.js'), 'utf8')
  const pick = `export const pickCurrency = (chosen) => guessCurrency(${JSON.stringify(places)}, chosen)`
  return `${written}${guess}\n${pick}`
}

async function bundle(
  entry: string,
  output: OutputOptions,
  facts: Record<string, string>,
  palette: Map<string, string[]>,
  currencies = '',
): Promise<string> {
  const plugin: Plugin = {
    name: 'embed',
    resolveId: (id) => (id === 'virtual:embed' ? `\0${id}` : undefined),
    async load(id) {
      if (id === '\0virtual:embed')
        return Object.entries(facts)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join('\n')
          .concat(currencies)
      if (!id.endsWith('.css?inline')) return undefined
      const css = await readFile(id.replace('?inline', ''), 'utf8')
      return `export default ${JSON.stringify(resolveColors(shorten(css), palette))}`
    },
  }
  const treeshake = { manualPureFunctions: ['Intl.NumberFormat'], propertyReadSideEffects: false } as const
  const build = await rolldown({
    input: join(HERE, entry),
    platform: 'browser',
    plugins: [plugin],
    treeshake,
    transform: { target: listTargets() },
  })
  const {
    output: [chunk],
  } = await build.generate({ ...output, minify: true })
  await build.close()
  return chunk.code
}

/** Reads each token's colours, such as #0f172a: first the light one, then the dark one. */
function readPalette(css: string): Map<string, string[]> {
  const palette = new Map<string, string[]>()
  for (const [, name = '', channels = ''] of css.matchAll(/--([\w-]+): (\d+ \d+ \d+);/g)) {
    const color = `#${channels.replaceAll(/(\d+) ?/g, (_, channel) => Number(channel).toString(16).padStart(2, '0'))}`
    palette.set(name, [...(palette.get(name) ?? []), color])
  }
  return palette
}

const COLOR = /rgb\(var\(--([\w-]+)\)\)/g

/**
 * Replaces `rgb(var(--ink))` with light-dark() and both colours, because the website's colour scheme decides. A browser without
 * light-dark() uses the light ones.
 */
function resolveColors(css: string, palette: Map<string, string[]>): string {
  const write = (text: string, toColor: (colors: string[]) => string) =>
    text.replaceAll(COLOR, (_, name: string) => {
      const colors = palette.get(name)
      if (colors?.length !== 2) throw new Error(`--${name} has no light and dark colour`)
      return toColor(colors)
    })
  const [light, both] = [([color]: string[]) => color ?? '', (colors: string[]) => `light-dark(${colors})`]
  const colored = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector, declarations = '']) => {
    const own = declarations.split(';').filter((one) => one.search(COLOR) >= 0)
    return own.length > 0 ? [`${selector}{${own.join(';')}}`] : []
  })
  return `${write(css, light)}@supports(color:light-dark(#000,#fff)){${write(colored.join(''), both)}}`
}

/** Removes comments and spaces. */
function shorten(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*([{}:;,>])\s*/g, '$1')
    .replaceAll(';}', '}')
    .trim()
}

/** Adds the files to a build, and serves them in development. */
export function embed(content: Facts['content']): AstroIntegration {
  let origin = ''
  return {
    name: 'embed',
    hooks: {
      'astro:config:done': ({ config }) => {
        origin = new URL(config.site ?? '').origin
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(async (request, response, next) => {
          const path = request.url?.split('?')[0]?.slice(1) ?? ''
          if (!/^(embed|_astro\/[0-9a-f]{8})\.js$/.test(path)) return next()
          const file = (await bundleEmbed({ origin, content })).get(path)
          response.setHeader('content-type', 'text/javascript; charset=utf-8')
          response.setHeader('access-control-allow-origin', '*')
          response.setHeader('cache-control', 'no-cache')
          response.end(file)
        })
      },
      'astro:build:done': async ({ dir }) => {
        for (const [path, source] of await bundleEmbed({ origin, content })) {
          const file = join(fileURLToPath(dir), path)
          await mkdir(dirname(file), { recursive: true })
          await writeFile(file, source)
        }
      },
    },
  }
}
