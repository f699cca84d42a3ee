import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Block, LONGEST_MESSAGE } from '#api/contract/orders/conversation.ts'
import { toBlocks } from './blocks.ts'
import { createReplyAddress, readReplyToken } from './reply-token.ts'

const paragraph = (...items: Block['items']): Block => ({ kind: 'paragraph', items })

test('a text becomes paragraphs with line breaks, lists, bold words and links', () => {
  const text = `Hello **Grace**,
see https://example.com/a_b. Or www.example.com?

- one
- **two**

1. first
2) [second](https://example.com/x)

Mail ada@shop.example`
  expect(toBlocks(text)).toEqual([
    paragraph(
      [{ text: 'Hello ' }, { text: 'Grace', isBold: true }, { text: ',' }],
      [
        { text: 'see ' },
        { text: 'https://example.com/a_b', href: 'https://example.com/a_b' },
        { text: '. Or ' },
        { text: 'www.example.com', href: 'http://www.example.com' },
        { text: '?' },
      ],
    ),
    { kind: 'bullets', items: [[{ text: 'one' }], [{ text: 'two', isBold: true }]] },
    {
      kind: 'numbers',
      items: [[{ text: 'first' }], [{ text: 'second', href: 'https://example.com/x' }]],
    },
    paragraph([{ text: 'Mail ' }, { text: 'ada@shop.example', href: 'mailto:ada@shop.example' }]),
  ])
  expect(toBlocks('')).toEqual([])
  // Shows each number as typed.
  const numbers = toBlocks('1. one\n1. again\n\n2. two\n4. four\n\n01. zero')
  expect(numbers.map(({ kind, items }) => [kind, items.length])).toEqual([
    ['numbers', 1],
    ['numbers', 2],
    ['paragraph', 1],
    ['paragraph', 1],
  ])
})

test('everything else stays as it was typed', () => {
  for (const line of [
    '# Heading *em* ~~gone~~ `**code**` &amp; \\*',
    '<b>bold</b> <img src=x onerror=alert(1)>',
    '[run](javascript:alert(1)) ![image](https://example.com/x.png) [a][b]',
    '[titled](https://example.com "title") [data](data:text/html,x)',
    // The text names another address than the link's.
    '[https://bank.example](https://thief.example)',
    '[www.bank.example](https://thief.example)',
    '[bank.example](https://thief.example)',
    '[bank .example](https://thief.example)',
    '[**bank.example**/login](https://thief.example)',
    '[Pay at bank\\.example](https://thief.example)',
    '[bank。example](https://thief.example)',
    '[bａnk．example](https://thief.example)',
    '[bank\u200b.exa\u00admple](https://thief.example)',
    '[192.168.1.1](https://thief.example)',
    '2019. What a year',
    '    indented',
    '> quoted',
  ]) {
    expect(toBlocks(line).map(({ kind }) => kind)).toEqual(['paragraph'])
    const inlines = toBlocks(line)[0]?.items[0] ?? []
    expect(inlines.map(({ text }) => text).join('')).toBe(line)
    for (const { href = '' } of inlines) expect(href).not.toMatch(/thief|^data|^java/)
  }
})

test('a text that is an address may lead to itself', () => {
  for (const [text, href] of [
    ['bank.example', 'https://bank.example/'],
    ['http://bank.example', 'https://bank.example'],
    ['Our proposal, version 2', 'https://bank.example/2'],
  ]) {
    const [inline] = toBlocks(`[${text}](${href})`)[0]?.items[0] ?? []
    expect(inline).toEqual({ text, href })
  }
})

test('beyond some marks and lines a text is plain words, so that no message is slow to read', () => {
  for (const text of ['\\['.repeat(2500), '[**a'.repeat(1250), 'a@b.cc  y '.repeat(500)])
    expect(toBlocks(text)).toEqual([paragraph([{ text }])])
  const marked = '**bold** '.repeat(10)
  const [first, , last] = toBlocks(`${marked}\n\n${marked}\n\n${marked}`)
  expect(first?.items[0]).toContainEqual({ text: 'bold', isBold: true })
  expect(last).toEqual(paragraph([{ text: marked }]))
  const lines = toBlocks('a\n\n'.repeat(2500))
  expect(lines).toHaveLength(51)
  expect(lines.at(-1)).toEqual(paragraph([{ text: 'a\n\n'.repeat(2450) }]))
})

const lettersOf = (text: string): string[] => text.match(/[\p{L}\p{N}]/gu) ?? []

/** The characters that a page shows for the blocks, with list numbers and link targets. */
function listShown(blocks: Block[]): string[] {
  return blocks.flatMap(({ kind, items }) =>
    items.flatMap((inlines, index) => [
      ...(kind === 'numbers' ? lettersOf(String(index + 1)) : []),
      ...inlines.flatMap(({ text, href = '' }) => lettersOf(`${text} ${href}`)),
    ]),
  )
}

const MARKS = '** * _ [ ]( ) < > ` \\ ![ ~~ https:// javascript: mailto: www. @ .com a word &amp; " |'
const pieces = fc.constantFrom(...MARKS.split(' '), '- ', '1. ', '2. ', '# ', ' ', '\n', '\n\n', '\t', '\r')
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 60 }).map((all) => all.join('')),
)

test('any text gives the fixed kinds alone, with links of the fixed schemes, and loses no word', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const blocks = toBlocks(text)
      for (const block of blocks) {
        expect(Block.strict().parse(block)).toEqual(block)
        for (const { href } of block.items.flat()) if (href) expect(href).toMatch(/^(https?:\/\/|mailto:)/i)
      }
      const shown = listShown(blocks).values()
      const isLost = lettersOf(text).some((letter) => !shown.some((one) => one === letter))
      expect(isLost, JSON.stringify(text)).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('no text of the longest length is read deeply or slowly', () => {
  const marks = 'a**b [ ![ [a]( []( ` <a a@ _a ( http:// ** a.b@c. [a](<b **[ \\ www.a'.split(' ')
  for (const part of [...marks, '**a ', '> ', '- ', '1. ', '`` ` ', '**a\n']) {
    const text = part.repeat(LONGEST_MESSAGE).slice(0, LONGEST_MESSAGE)
    expect(toBlocks(text).length).toBeGreaterThan(0)
  }
})

const mailbox = { imapUrl: 'imaps://x', address: 'reply@shop.example', authservId: 'mx' }
const env = { replyMailbox: { ...mailbox, keys: ['a'.repeat(32)] } }
const rights = { isStaff: false, isAdmin: false, emailVerifiedAt: new Date() }
const user = { id: 7, email: 'Clara@example.com', passwordHash: 'hash', ...rights }

const make = (fields = {}) => createReplyAddress(env, { orderId: 12, user: { ...user, ...fields } })
const read = (address = '', keys = env.replyMailbox.keys) =>
  readReplyToken(keys, address.slice(6, address.indexOf('@')))

test('a reply address names order and customer, in at most 64 characters of lower case before the @', () => {
  const address = make() ?? ''
  expect(address).toMatch(/^reply\+[0-9a-v]{48}@shop\.example$/)
  for (const sent of [address, address.toUpperCase()])
    expect(read(sent)).toMatchObject({ orderId: 12, userId: 7, hasExpired: false })
  expect(read(address)?.isOf(user)).toBe(true)
  expect(read(address)?.isOf({ ...user, email: 'clara@example.com' })).toBe(true)
  expect(read(address)?.isOf({ ...user, email: 'clara@example.org' })).toBe(false)
  expect(read(address)?.isOf({ ...user, passwordHash: 'other' })).toBe(false)
})

test('it is made for verified customers alone, and only with a mailbox', () => {
  for (const fields of [{ isStaff: true }, { isAdmin: true }, { emailVerifiedAt: null }])
    expect(make(fields)).toBeUndefined()
  expect(createReplyAddress({ replyMailbox: undefined }, { orderId: 12, user })).toBeUndefined()
})

test('a character that was changed makes another token, and a rotated key none', () => {
  const address = make() ?? ''
  for (let at = 6; at < 54; at += 1) {
    const other = address[at] === 'a' ? 'b' : 'a'
    expect(read(`${address.slice(0, at)}${other}${address.slice(at + 1)}`)).toBeUndefined()
  }
  expect(read(address, ['b'.repeat(32), ...env.replyMailbox.keys])?.isOf(user)).toBe(true)
  expect(read(address, ['b'.repeat(32)])).toBeUndefined()
})

test('it ends after 90 days', () => {
  const address = make()
  vi.useFakeTimers({ now: Date.now() + 89 * 86_400_000, toFake: ['Date'] })
  expect(read(address)?.hasExpired).toBe(false)
  vi.setSystemTime(Date.now() + 86_400_000)
  expect(read(address)?.hasExpired).toBe(true)
  vi.useRealTimers()
})
