/** Loads fonts for the scripts that the invoice's own font lacks: only the files with the text's characters. */

const SCRIPTS = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
]
/** Countries that do not use simplified Chinese characters, and the font for each. */
const HAN_OF: Record<string, string> = { JP: 'JP', KR: 'KR', TW: 'TC', HK: 'TC', MO: 'TC' }
const DEADLINE_MS = 15_000

/** The addresses of the fonts' style sheets by package. A style sheet names a file for each range of characters. */
const SHEETS = import.meta.glob<string>('/node_modules/@fontsource-variable/noto-sans-*/index.css', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** @param country the buyer's, such as `TW` @returns names of Noto Sans fonts, such as 'Thai' and 'SC' */
export function findScripts(text: string, country = ''): string[] {
  const has = (script: string) => new RegExp(String.raw`\p{Script=${script}}`, 'u').test(text)
  const names = SCRIPTS.filter(has)
  if (has('Hangul')) names.push('KR')
  if (has('Hiragana') || has('Katakana')) names.push('JP')
  else if (has('Han') && !names.includes('KR')) names.push(HAN_OF[country] ?? 'SC')
  return names
}

/** @returns the font families to draw with. If one does not load in time, the viewer's own fonts take its place. */
export async function loadPictureFonts(
  text: string,
  country: string | undefined,
  latin: { regular: Uint8Array; bold: Uint8Array },
): Promise<string> {
  for (const [weight, bytes] of [
    ['400', latin.regular],
    ['600', latin.bold],
  ] as const) {
    const face = new FontFace('Invoice', new Uint8Array(bytes).buffer, { weight })
    document.fonts.add(await face.load())
  }
  const names = findScripts(text, country)
  const families = names.map((name) => `"Noto Sans ${name} Variable"`)
  const late = new Promise((resolve) => setTimeout(resolve, DEADLINE_MS))
  const loads = names.map(async (name, index) => {
    await addSheet(SHEETS[`/node_modules/@fontsource-variable/noto-sans-${name.toLowerCase()}/index.css`])
    await document.fonts.load(`16px ${families[index]}`, text)
  })
  await Promise.race([Promise.allSettled(loads), late])
  return ['Invoice', ...families, 'system-ui', 'sans-serif'].join(', ')
}

async function addSheet(href = ''): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  await new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
    document.head.append(link)
  })
}
