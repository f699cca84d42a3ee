/** Parsing malicious mails stays fast, and only plain text is stored. */
import { expect, test } from 'vitest'
import { isStorable } from '#api/rules/clean-text.ts'
import { readMail, toText } from './read-mail.ts'

const LONGEST = 20_000
const mail = (body: string, headers = 'Content-Type: text/plain; charset=utf-8') =>
  readMail(Buffer.from(`From: a@b.example\r\n${headers}\r\n\r\n${body}`), 'logo')

async function timed<Result>(run: () => Promise<Result> | Result): Promise<[Result, number]> {
  const before = performance.now()
  return [await run(), performance.now() - before]
}

const LINES = ['On a wrote:\n', '\n', 'On x\n', 'Le a écrit :\n', 'From: a\n', '\t\n']
test.each(['On ', '>', ' ', '-', '_ ', ...LINES])('a text of %j ends and loses nothing', async (part) => {
  const [{ wholeText }, ms] = await timed(() => mail(`Hello\n${part.repeat(20_000)}x`))
  expect(ms).toBeLessThan(20_000)
  expect(wholeText.startsWith('Hello')).toBe(true)
  expect(wholeText.length).toBeLessThanOrEqual(LONGEST)
})

test.each(['<', '<p', '<p>', '&#', '&amp;', '<blockquote>', '<script>', '</', '<!--'])(
  'HTML of %j ends',
  async (part) => {
    const [, ms] = await timed(() => mail(part.repeat(200_000), 'Content-Type: text/html'))
    expect(ms).toBeLessThan(20_000)
  },
)

test('of HTML the words stay, and what is quoted is marked', () => {
  expect(toText('a &lt;b&gt; &#65;&#x42;&#0;&nope;<br>c<script>if (a < b) x()</script>d').trim()).toBe(
    'a <b> AB&#0;&nope;\ncd',
  )
  const lines = toText('<p>yes</p><blockquote>one<br>two</blockquote><p>no</p>').split('\n')
  expect(lines.map((line) => line.trim()).filter(Boolean)).toEqual(['yes', '> one', '> two', 'no'])
})

test('characters that cannot be stored are left out, and names of files are one line', async () => {
  const { text, files } = await mail(
    '--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nA\0B\u0007C\r\n--x\r\nContent-Type: application/pdf\r\n' +
      "Content-Disposition: attachment; filename*=utf-8''a%0A%E2%80%AEb.pdf\r\n\r\nfile\r\n" +
      '--x\r\nContent-Type: image/png\r\nContent-ID: <logo>\r\n\r\nours\r\n--x--\r\n',
    'Content-Type: multipart/mixed; boundary=x',
  )
  expect(text).toBe('ABC')
  expect(isStorable(text)).toBe(true)
  expect(files.map(({ name }) => name)).toEqual(['ab.pdf'])
})
