import { expect, test } from 'vitest'
import { writeSnippet } from './write-snippet.ts'

const SHOP = 'https://shop.example'
const choice = { slug: 'business-website', name: 'Business Website', theme: 'auto', coupon: '' } as const

test('two lines sell a package, and without scripts they are a link to it', () => {
  expect(writeSnippet(SHOP, choice)).toBe(
    `<script async src="https://shop.example/embed.js"></script>
<service-package name="business-website"><a href="https://shop.example/packages/business-website">Business Website</a></service-package>`,
  )
})

test('names and coupons stay text in the website', () => {
  const snippet = writeSnippet(SHOP, {
    ...choice,
    name: '<img src=x onerror=alert(1)>',
    theme: 'dark',
    coupon: ' "><script>alert(1)</script> ',
  })
  expect(snippet).toContain('>&lt;img src=x onerror=alert(1)></a>')
  expect(snippet).toContain('coupon="&quot;>&lt;script>alert(1)&lt;/script>" theme="dark"')
})
