import { expect, test } from 'vitest'
import { type SnippetOptions, writeSnippet } from './snippet.tsx'

const SHOP = 'https://shop.example'
const choice: SnippetOptions = {
  view: 'button',
  slug: 'business-website',
  name: 'Business Website',
  category: '',
  theme: 'auto',
  coupon: '',
}

test('two lines sell a package, keep room for the button, and without scripts are a link to it', () => {
  expect(writeSnippet(SHOP, choice)).toBe(
    `<script async src="https://shop.example/embed.js"></script>
<service-package name="business-website" style="display: block; min-height: 44px"><a href="https://shop.example/packages/business-website">Business Website</a></service-package>`,
  )
})

test('a card and a grid keep room for cards; a grid names no package but a category', () => {
  expect(writeSnippet(SHOP, { ...choice, view: 'card' })).toContain(
    '<service-package name="business-website" view="card" style="display: block; min-height: 500px">',
  )
  expect(writeSnippet(SHOP, { ...choice, view: 'grid', category: 'SEO & Marketing' })).toContain(
    '<service-package view="grid" category="SEO &amp; Marketing" style="display: block; min-height: 500px"><a href="https://shop.example/#packages">All packages</a>',
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
