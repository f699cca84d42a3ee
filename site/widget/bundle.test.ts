import { brotliCompressSync, constants } from 'node:zlib'
import { brand, colors } from 'virtual:content'
import { expect, test } from 'vitest'
import { bundleEmbed } from './bundle.ts'

const files = await bundleEmbed({
  origin: 'https://shop.example',
  content: { brand, colors },
})
const [embed = '', cards = ''] = files.values()
const KIB = 1024
const weigh = (source: string) =>
  brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

test('a page loads at most 2.5 KiB for buttons and the dialog, and 3 KiB more for cards and grids', () => {
  expect(weigh(embed)).toBeLessThanOrEqual(2.5 * KIB)
  expect(weigh(cards)).toBeLessThanOrEqual(3 * KIB)
})

test('the script of the short address names the other one, whose name changes with its contents', async () => {
  const [, cardsPath = ''] = files.keys()
  expect([...files.keys()]).toEqual([
    'embed.js',
    expect.stringMatching(/^_astro\/embed-cards\.[0-9a-f]{8}\.js$/),
  ])
  expect(embed).toContain(`https://shop.example/${cardsPath}`)
  const others = await bundleEmbed({
    origin: 'https://other.example',
    content: { brand, colors },
  })
  expect([...others.keys()]).not.toContain(cardsPath)
})

test('a page with a strict policy needs to allow neither inline styles, nor eval, nor HTML from text', () => {
  for (const source of [embed, cards]) {
    expect(source).not.toMatch(
      /innerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|createElement\(.style/,
    )
    expect(source).not.toMatch(/setAttribute\(.style|cssText/)
  }
})

test('colours are those of the shop’s palette, light and dark, and the company’s accent', () => {
  expect(embed).toContain('light-dark(#0f172a,#f1f5f9)')
  expect(embed).toContain('light-dark(#1d4ed8,#93c5fd)')
  expect(embed + cards).not.toMatch(/rgb\(var/)
})
