import { expect, test } from 'vitest'
import { createMarker, createSplit } from './untranslated.ts'

const split = createSplit(['Acme & Sons Ltd', 'Acme'])
const kept = (text: string) => split(text).filter((_, index) => index % 2 === 1)

test.each([
  ['Pay INV-12 at Acme.', ['INV-12', 'Acme']],
  ['Acme & Sons Ltd, Acme’s shop', ['Acme & Sons Ltd', 'Acme']],
  ['Order #123 is paid by pay_29QQoUBi66xm2f', ['#123', 'pay_29QQoUBi66xm2f']],
  [
    'Invoice 26-27-000007, credit note CN-26-27-000008, 2027-000009',
    ['26-27-000007', 'CN-26-27-000008', '2027-000009'],
  ],
  ['The key shop_live_aZ09-x and whsec_aGVsbG8+/w==', ['shop_live_aZ09-x', 'whsec_aGVsbG8+/w==']],
  ['Use WELCOME10 or TAKE50, not both', ['WELCOME10', 'TAKE50']],
  ['Coupon ONHOUSE', ['ONHOUSE']],
  ['Discount (ONHOUSE)', ['ONHOUSE']],
  ['ONHOUSE is in use again.', ['ONHOUSE']],
  ['ONHOUSE', ['ONHOUSE']],
  ['INV-1 INV-2', ['INV-1', 'INV-2']],
  ['GSTIN 27ABCDE0000F1Z5', ['27ABCDE0000F1Z5']],
  ['Webhook 3f0c2f4e-8c1d-4c0b-9a43-5c9d6f1f6f0a failed', ['3f0c2f4e-8c1d-4c0b-9a43-5c9d6f1f6f0a']],
])('keeps the names and codes of %s', (text, expected) => {
  expect(kept(text)).toEqual(expected)
  expect(split(text).join('')).toBe(text)
})

test.each([
  'PLEASE HELP ME',
  'URGENT: the page is broken',
  'Acmeist, shop@acme.example, https://Acme/',
  '20% OFF on 28 Nov 2026, 5 of 12, $1,299.00, +91 22 5550 0199',
  '2026-11-28, 302001, Q4, on-time, its end_',
])('leaves %s to a translation', (text) => expect(split(text)).toEqual([text]))

test('marks names and codes in HTML, and nothing in tags, scripts, titles, islands and what is marked', () => {
  const mark = createMarker(["Bob's & Sons"])
  const name = 'Bob&#39;s &amp; Sons'
  const kept = `<span translate="no">${name}</span>`
  expect(mark(`<p title="> INV-1">By ${name}, <b>${name}</b></p>`)).toBe(
    `<p title="> INV-1">By ${kept}, <b>${kept}</b></p>`,
  )
  for (const html of [
    `<title>${name}</title><script>'INV-1'</script><svg><text>INV-1</text></svg>`,
    `<option>INV-1</option><a class="x" translate="no" href="/">INV-1</a>`,
    `<astro-island props="{}"><p>INV-1</p><astro-island></astro-island>INV-1</astro-island>`,
  ])
    expect(mark(html)).toBe(html)
})
