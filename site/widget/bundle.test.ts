import { gzipSync } from 'node:zlib'
import { brand, colors, currencies } from 'virtual:content'
import { expect, test } from 'vitest'
import { bundleEmbed } from './bundle.ts'

const files = await bundleEmbed({
  origin: 'https://shop.example',
  content: { brand, colors, currencies },
})
const [embed = '', cards = '', purchase = ''] = files.values()
const KIB = 1024
/** @returns the bytes that nginx sends to a browser that accepts gzip */
const weigh = (source: string) => gzipSync(source, { level: 9 }).length

test('a page loads at most 2 KiB for buttons, and what cards and a purchase need when it needs it', () => {
  expect(weigh(embed)).toBeLessThanOrEqual(2 * KIB)
  expect(weigh(cards)).toBeLessThanOrEqual(2.25 * KIB)
  expect(weigh(purchase)).toBeLessThanOrEqual(2.25 * KIB)
})

test('the script of the short address names the others, whose names change with their contents', async () => {
  const [, ...paths] = files.keys()
  expect([...files.keys()]).toEqual([
    'embed.js',
    expect.stringMatching(/^_astro\/[0-9a-f]{8}\.js$/),
    expect.stringMatching(/^_astro\/[0-9a-f]{8}\.js$/),
  ])
  for (const path of paths) expect(embed).toContain(`https://shop.example/${path}`)
  const others = await bundleEmbed({
    origin: 'https://other.example',
    content: { brand, colors, currencies },
  })
  for (const path of paths) expect([...others.keys()]).not.toContain(path)
})

test('a page with a strict policy needs to allow neither inline styles, nor eval, nor HTML from text', () => {
  for (const source of [embed, cards, purchase]) {
    expect(source).not.toMatch(
      /innerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|createElement\(.style/,
    )
    expect(source).not.toMatch(/setAttribute\(.style|cssText/)
  }
})

test('colours are those of the shop’s palette, light and dark, and the company’s accent', () => {
  expect(embed).toContain('light-dark(#0f172a,#f1f5f9)')
  expect(embed).toContain('light-dark(#1d4ed8,#2563eb)')
  expect(embed + cards).not.toMatch(/rgb\(var/)
})
