/** The built scripts and styles, dependencies included, use nothing that the oldest supported browsers lack. */
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type AnyNode, parse } from 'acorn'
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import { createBuyer, fillForm } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, openPurchase, test } from '#e2e/journeys/support/journey.ts'
import { SITE_DIR } from '#e2e/support/topology.ts'
import packageJson from '../../../package.json' with { type: 'json' }

/** Loads the browser data without its types, which are as large as the data. */
const require = createRequire(import.meta.url)

interface Support {
  version_added: string | false
  flags?: unknown
}
interface Feature {
  __compat?: { support: Record<string, Support | Support[]> }
  [name: string]: unknown
}

/** Chrome 109 and Safari 16.4 support the whole syntax of this year. */
const SYNTAX = 2022
const BROWSERS = { chrome: 'chrome', firefox: 'firefox', safari: 'safari' } as const

/** The interfaces that pages use. The others are left out, because scripts use the names of their members for own fields. */
const INTERFACES =
  /^(AbortController|AbortSignal|Blob|Clipboard|CSSStyleSheet|Document|Element|Event|EventTarget|FormData|Headers|History|HTML\w*Element|Location|Navigator|Node|NodeList|PublicKeyCredential|Range|ReadableStream|Request|Response|Selection|Storage|ToggleEvent|URL|URLSearchParams|Window)$/

/** Newer names that are allowed: scripts check for them before use, or do not mean the browser's API. */
const OWN = 'a field of its own, in a library or in ours'
const ASKED = 'asked for before it is used'
const LOADED = 'loaded where it is missing: @oddbird/popover-polyfill'
const GUARDED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'chunks toHex orientation restore unload colorSpace lineNumber toArray displayName dispose read serial fileName role contacts controller ariaInvalid authenticatorAttachment timeout ready use share connection navigation capture stackTraceLimit when external isError move ml alpha command imageSizes fetchPriority startViewTransition unicodeSets'
      .split(' ')
      .map((name) => [name, OWN]),
  ),
  ...Object.fromEntries(
    'canParse toBase64 fromBase64 Segmenter userActivation isConditionalMediationAvailable signalUnknownCredential signalAllAcceptedCredentials signalCurrentUserDetails getClientCapabilities prerendering globalPrivacyControl captureStackTrace setImmediate clearImmediate'
      .split(' ')
      .map((name) => [name, ASKED]),
  ),
  ...Object.fromEntries(
    'hidePopover showPopover oldState newState popoverTargetElement popoverTargetAction popover ToggleEvent'
      .split(' ')
      .map((name) => [name, LOADED]),
  ),
}
/** Newer styles that are allowed, because nothing is hidden or unusable without them. */
const GUARDED_STYLES: Readonly<Record<string, string>> = {
  'light-dark(': 'the widget, inside @supports, after the light colour',
  ':popover-open': 'asked for by @supports',
  'lch(from': 'asked for by @supports, after the colour of the shop',
  subgrid: 'parts of cards stand less in line',
  'text-wrap:balance': 'lines break elsewhere',
  'text-wrap:pretty': 'lines break elsewhere',
  'field-sizing': 'a box to write in does not grow',
  ':has([data-price-bar])': 'the focus may be below the bar',
  ':has(dialog:modal)': 'the page behind a dialog scrolls',
  ':has([data-cover]:modal)': 'a grey stripe stands beside the cover after a payment',
  'size-adjust': 'lines may break elsewhere when the typeface comes',
  'ascent-override': 'lines may move by a pixel when the typeface comes',
  'descent-override': 'as ascent-override',
  'line-gap-override': 'as ascent-override',
  ':has([data-nothing])': 'an empty line is shown',
  ':has(dd:empty)': 'an empty line is shown',
  ':has([data-select]:checked)': 'a chosen row has its tick, and no tint',
}

const oldest = Object.fromEntries(
  packageJson.browserslist.map((line) => line.split(' >= ') as [string, string]),
)

function isSupported({ support }: NonNullable<Feature['__compat']>): boolean {
  return Object.entries(BROWSERS).every(([browser, id]) => {
    const [first] = [support[id] ?? { version_added: false }].flat() as [Support]
    return (
      typeof first.version_added === 'string' &&
      !first.flags &&
      Number.parseFloat(first.version_added.replace('≤', '')) <= Number.parseFloat(oldest[browser] ?? '0')
    )
  })
}

/** @returns the names of interfaces, globals and members that only exist in newer browsers */
function listNewNames(): Set<string> {
  const data = require('@mdn/browser-compat-data') as { api: Feature; javascript: { builtins: Feature } }
  const [known, missing] = [new Set<string>(), new Set<string>()]
  const read = (feature: Feature, name: string) => {
    const compat = feature.__compat
    if (compat && /^\w+$/.test(name))
      (isSupported(compat) ? known : missing).add(name.replace(/_(static|event)$/, ''))
  }
  for (const group of [data.api, data.javascript.builtins])
    for (const [name, feature] of Object.entries(group) as [string, Feature][]) {
      if (group === data.api && !INTERFACES.test(name)) continue
      read(feature, name)
      for (const [member, inner] of Object.entries(feature))
        if (member !== '__compat') read(inner as Feature, member)
    }
  return new Set([...missing].filter((name) => !known.has(name)))
}

/** @returns the names of the members that a script reads, and of the classes that it creates with `new` */
function listNames(node: AnyNode | AnyNode[] | null | undefined, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const one of node) listNames(one, names)
  else if (node && typeof node === 'object') {
    if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier')
      names.add(node.property.name)
    if (node.type === 'NewExpression' && node.callee.type === 'Identifier') names.add(node.callee.name)
    for (const part of Object.values(node))
      if (part && typeof part === 'object') listNames(part as AnyNode, names)
  }
  return names
}

async function readFiles(end: string): Promise<[name: string, text: string][]> {
  const names = await readdir(SITE_DIR, { recursive: true })
  return Promise.all(
    names
      .filter((name) => name.endsWith(end))
      .map(async (name): Promise<[string, string]> => [name, await readFile(join(SITE_DIR, name), 'utf8')]),
  )
}

test('built scripts use the syntax and the APIs of the oldest supported browsers', async () => {
  const newNames = listNewNames()
  expect(newNames).toContain('toSorted')
  expect(newNames).not.toContain('querySelector')
  const found = new Map<string, string>()
  const scripts = await readFiles('.js')
  expect(scripts.some(([name]) => name.endsWith('embed.js'))).toBe(true)
  const pages = await readFiles('.html')
  const inline = pages.flatMap(([name, html]) =>
    [...html.matchAll(/<script(?![^>]*(?:src=|json|speculationrules))[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, text = '']): [string, string] => [name, text],
    ),
  )
  for (const [name, text] of [
    ...scripts,
    ...new Map(inline.map(([page, code]) => [code, [page, code] as const])).values(),
  ])
    for (const used of listNames(parse(text, { ecmaVersion: SYNTAX, sourceType: 'module' })))
      if (newNames.has(used) && !(used in GUARDED)) found.set(used, name)
  expect(Object.fromEntries(found)).toEqual({})
})

test('built styles use the rules of the oldest supported browsers', async () => {
  const pages = await readFiles('.html')
  const scripts = await readFiles('.js')
  const styles = pages.flatMap(([, html]) =>
    [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css),
  )
  const texts = new Set([
    ...styles,
    ...(await readFiles('.css')).map(([, css]) => css),
    ...scripts.map(([, text]) => text),
  ])
  const NEWER =
    /light-dark\(|lch\(from|color-mix\(|oklch\(|oklab\(|subgrid|@starting-style|:has\([^)]*\)|:popover-open|:user-(?:in)?valid|@scope|text-wrap:[\w-]+|field-sizing|anchor-name/g
  const found = [...texts].flatMap((css = '') => css.match(NEWER) ?? [])
  expect([...new Set(found)].filter((one) => !(one in GUARDED_STYLES))).toEqual([])
})

/**
 * Removes APIs that Chrome 109, Firefox 115 or Safari 16.4 lack. CSS cannot be removed, nor checkVisibility, which the journeys' own
 * scripts need: for these there are the checks of the files above.
 */
function takeAway(): void {
  const names: [object, string[]][] = [
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Uint8Array.prototype, ['toSorted', 'toReversed', 'with', 'toBase64', 'toHex']],
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [Array, ['fromAsync']],
    [Promise, ['withResolvers', 'try']],
    [URL, ['canParse', 'parse']],
    [Intl, ['Segmenter']],
    [Element.prototype, ['startViewTransition', 'setHTMLUnsafe']],
    [
      Set.prototype,
      ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference'],
    ],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())),
      ['map', 'filter', 'toArray', 'some', 'find'],
    ],
    [AbortSignal, ['any']],
    [window, ['requestIdleCallback', 'cancelIdleCallback', 'navigation', 'scheduler']],
    [Document.prototype, ['startViewTransition']],
  ]
  for (const [owner, members] of names) for (const name of members) Reflect.deleteProperty(owner, name)
}

/** Buys with a coupon, and opens the order from the dashboard. */
async function buy(page: Page, db: Knex): Promise<void> {
  const dialog = await openPurchase(page, 'business-website')
  const buyer = createBuyer()
  await fillForm(dialog, buyer)
  await dialog.getByLabel('Coupon code').fill('WELCOME10')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('WELCOME10').first()).toBeVisible()
  await dialog.getByRole('button', { name: /Pay/ }).click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/dashboard**')
  await expect(page.getByRole('region', { name: 'Recent Orders' })).toContainText('Business Website')
  const { id } = await db('orders').whereRaw(`buyer ->> 'email' = ?`, buyer.email).first()
  await page.goto(`/dashboard?order=${id}`)
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await conversation.getByRole('textbox', { name: 'Message' }).fill('Hello')
  await conversation.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(conversation.getByText('Hello', { exact: true })).toBeVisible()
}

test('a purchase with a coupon ends in the dashboard without what the oldest browsers lack', async ({
  page,
  db,
}) => {
  await page.addInitScript(takeAway)
  await buy(page, db)
})

test('a payment goes on where a toast cannot be drawn and nothing can be stored', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/cannot be drawn/)
  await page.addInitScript(() => {
    const fail = () => {
      throw new Error('It cannot be drawn')
    }
    HTMLElement.prototype.showPopover = fail
    HTMLTemplateElement.prototype.cloneNode = fail
    Storage.prototype.setItem = fail
    Storage.prototype.getItem = fail
  })
  await buy(page, db)
})

test('an older browser is told so at Buy Now and in the areas, and makes no order', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'inert')
  })
  const orders: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('create-order')) orders.push(request.url())
  })
  const notice = page.getByText('This browser is too old to order here.')
  await page.goto('/packages/business-website')
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(notice).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const path of ['/checkout', '/dashboard']) {
    await page.goto(path)
    await expect(notice).toBeVisible()
  }
  expect(orders).toEqual([])
})
