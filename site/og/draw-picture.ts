/** Draws a picture for sharing in the site's font and colours. Only during the build: satori and sharp are not in production. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brand, colors, figures, logo } from 'virtual:content'
import satori from 'satori'
import sharp from 'sharp'
import { SHARED_SIZE } from '#api/rules/order-work/uploads.ts'
import { illustrations } from '#site/illustrations/illustrations.ts'
import type { Picture } from './pictures.ts'

/** Copied from the light palette of site/styles/tokens.css. */
const COLORS = {
  ink: '#0f172a',
  inkQuiet: '#475569',
  line: '#e2e8f0',
  ground: '#ffffff',
  groundQuiet: '#f8fafc',
  accentStrong: colors.accent[700],
} as const
const ILLUSTRATION = { width: 464, height: 290 }

type Style = Record<string, string | number>
type Node = { type: string; props: Record<string, unknown> }

const box = (style: Style, ...children: (Node | string)[]): Node => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})
const image = (src: string, style: { width: number; height: number } & Style): Node => ({
  type: 'img',
  props: { src, width: style.width, height: style.height, style },
})

/** @returns a PNG of SHARED_SIZE, with its text in the metadata */
export async function drawPicture(picture: Picture): Promise<Buffer> {
  const tree = box(
    {
      ...SHARED_SIZE,
      boxSizing: 'border-box',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '64px 72px 56px',
      backgroundColor: COLORS.ground,
      backgroundImage: `linear-gradient(135deg, ${COLORS.ground} 40%, ${COLORS.groundQuiet})`,
      borderTop: `12px solid ${COLORS.accentStrong}`,
      fontFamily: 'Inter',
      color: COLORS.ink,
    },
    await drawHead(),
    await drawBody(picture),
    drawFoot(),
  )
  // satori takes plain objects in the shape of React elements, but its types ask for React's own.
  const svg = await satori(tree as unknown as Parameters<typeof satori>[0], {
    ...SHARED_SIZE,
    fonts: await loadFonts(),
  })
  return sharp(Buffer.from(svg))
    .withXmp(describe(listWords(tree)))
    .png({ palette: true, colours: 128, compressionLevel: 9 })
    .toBuffer()
}

/** All texts in the picture, in their order. */
function listWords(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (Array.isArray(part)) return part.flatMap(listWords)
  return listWords((part as Node).props.children ?? [])
}

/** @see https://developer.adobe.com/xmp/docs/XMPNamespaces/dc/ */
function describe(words: string[]): string {
  const text = words.join('\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>`
}

async function drawHead(): Promise<Node> {
  return box(
    { alignItems: 'center', fontSize: 34, fontWeight: 600, letterSpacing: '-0.02em' },
    image(await embed(logo, 112), { width: 56, height: 56, marginRight: 18 }),
    brand.name,
  )
}

async function drawBody({ eyebrow, title, illustration }: Picture): Promise<Node> {
  const words = box(
    { flexDirection: 'column', flex: 1, paddingRight: illustration ? 48 : 40 },
    box({ fontSize: 26, fontWeight: 600, color: COLORS.accentStrong }, eyebrow),
    box(
      {
        marginTop: 16,
        fontSize: illustration ? 66 : 80,
        fontWeight: 600,
        lineHeight: 1.08,
        letterSpacing: '-0.035em',
      },
      title,
    ),
  )
  if (!illustration) return box({ alignItems: 'center' }, words)
  const frame = { borderRadius: 20, border: `2px solid ${COLORS.line}` }
  const picture = await embed(illustrations[illustration] ?? '', ILLUSTRATION.width)
  return box({ alignItems: 'center' }, words, image(picture, { ...ILLUSTRATION, ...frame }))
}

function drawFoot(): Node {
  const proofs = figures.map(({ figure, short }) => box({ marginRight: 44 }, `${figure} ${short}`))
  return box(
    { borderTop: `2px solid ${COLORS.line}`, paddingTop: 28, fontSize: 26, color: COLORS.inkQuiet },
    ...proofs,
  )
}

/** Converts an SVG to pixels, because satori draws no gradients and masks. */
async function embed(svg: string, width: number): Promise<string> {
  const png = await sharp(Buffer.from(svg), { density: 300 }).resize({ width }).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

async function loadFonts() {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'))
  return Promise.all(
    ([400, 600] as const).map(async (weight) => {
      const data = await readFile(resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`))
      return { name: 'Inter', weight, style: 'normal' as const, data }
    }),
  )
}
