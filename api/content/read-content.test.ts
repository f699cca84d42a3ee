/** Faults in the content folder are reported with file and line (docs/make-it-yours.md). */
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTENT_FILES } from '#api/contract/content/content.ts'
import { acceptPolicies } from '#api/testing/accept-policies.ts'
import { DEFAULT_CONTENT_DIR, InvalidContent, readContent } from './read-content.ts'

const dir = await mkdtemp(join(tmpdir(), 'content-'))
beforeEach(async () => {
  await rm(dir, { recursive: true })
  await cp(DEFAULT_CONTENT_DIR, dir, { recursive: true })
})
afterAll(() => rm(dir, { recursive: true }))

function listProblems(): string[] {
  try {
    readContent(dir)
    return []
  } catch (error) {
    if (!(error instanceof InvalidContent)) throw error
    return error.problems.map((problem) => problem.replace(`${dir}/`, ''))
  }
}

/** Replaces a line of a file. @returns the line's number */
async function breakLine(file: string, line: string, broken: string): Promise<number> {
  const lines = (await readFile(join(dir, file), 'utf8')).split('\n')
  const index = lines.indexOf(line)
  if (index < 0) throw new Error(`${file} has no line ${line}`)
  await writeFile(join(dir, file), lines.with(index, broken).join('\n'))
  return index + 1
}

test('the folder of the repository is whole', () => {
  expect(listProblems()).toEqual([])
})

interface Fault {
  file: string
  line: string
  broken: string
  problem: string
}

const FAULTS: Fault[] = [
  {
    file: 'brand.yaml',
    line: 'phone: +91 141 555 0142',
    broken: 'phone: 0141 555 0142',
    problem: 'phone must be international, such as +44 20 7946 0000',
  },
  {
    file: 'brand.yaml',
    line: '  support: support@stackhaven.example',
    broken: '  support: support',
    problem: 'email.support must be an e-mail address such as hello@company.example',
  },
  {
    file: 'brand.yaml',
    line: 'taxNumber: 08AAXCS0000K1Z8',
    broken: 'taxNumber: 08AAXCS0000K1Z5',
    problem: 'taxNumber must be a GSTIN such as 27AAPFU0939F1ZV',
  },
  {
    file: 'brand.yaml',
    line: '  countryCode: IN',
    broken: '  countryCode: GB',
    problem: 'registeredAddress.countryCode must be IN where tax.scheme is gst',
  },
  {
    file: 'brand.yaml',
    line: '  sac: "998314"',
    broken: '  sac: "8517"',
    problem: 'tax.sac must be a services accounting code such as 998314',
  },
  {
    file: 'brand.yaml',
    line: '  scheme: gst',
    broken: '  scheme: vat',
    problem: 'tax.scheme must be none, gst or domestic',
  },
  {
    file: 'colors.yaml',
    line: '  700: "#1D4ED8"',
    broken: '  700: blue',
    problem: 'accent.700 must be a colour such as #1D4ED8',
  },
  {
    file: 'colors.yaml',
    line: '  700: "#1D4ED8"',
    broken: '  700: "#3B82F6"',
    problem: 'accent.700 must be darker: text in it on white needs a contrast of 4.5',
  },
  {
    file: 'calendar.yaml',
    line: 'timeZone: Asia/Kolkata',
    broken: 'timeZone: Rajasthan',
    problem: 'timeZone must be a time zone such as Asia/Kolkata',
  },
  {
    file: 'calendar.yaml',
    line: '  friday: 09:00-18:00',
    broken: '  friday: 18:00-09:00',
    problem: 'hours.friday must end after it begins',
  },
  {
    file: 'calendar.yaml',
    line: '  - { date: 2026-11-08, name: Diwali }',
    broken: '  - { date: 2026-02-30, name: Diwali }',
    problem: 'holidays.5.date must be a day of the calendar',
  },
  {
    file: 'figures.yaml',
    line: '- figure: 500+',
    broken: '- figure: 500',
    problem: '1.figure must be a text',
  },
  {
    file: 'taglines.yaml',
    line: '- Teams in India, the UK and the USA',
    broken: `- ${'Teams in India, '.repeat(5)}`,
    problem: '13 must have at most 60 characters',
  },
  {
    file: 'highlights.yaml',
    line: '  icon: UserRound',
    broken: '  symbol: UserRound',
    problem: '3.symbol is unknown',
  },
  {
    file: 'leaders.yaml',
    line: '  role: Operations Director',
    broken: '  role: ""',
    problem: '1.role must not be empty',
  },
  {
    file: 'offices.yaml',
    line: '    type: development',
    broken: '    type: garage',
    problem: 'contact.1.type must be primary, development or international',
  },
  {
    file: 'services.yaml',
    line: '  picture: wordpress',
    broken: '  picture: wordpress: logo',
    problem: 'Nested mappings are not allowed in compact mappings',
  },
  {
    file: 'timeline.yaml',
    line: '  day: 1',
    broken: '  share: 1.5',
    problem: '1.share must be at most 1, the end of the delivery time',
  },
  {
    file: 'timeline.yaml',
    line: '- title: Kick-off',
    broken: '- title: Kick-off\n  share: 0.1',
    problem: '1 must have either a day or a share',
  },
  {
    file: 'faq.yaml',
    line: '- question: Can I change my mind?',
    broken: '- question: ""',
    problem: '1.question must not be empty',
  },
  {
    file: 'pages.yaml',
    line: '    title: See what {{brand.name}} can do for you',
    broken: '    title: See what {{brand.fax}} can do for you',
    problem: '{{brand.fax}} names no value',
  },
  {
    file: 'story.md',
    line: 'title: Twenty years of keeping businesses running',
    broken: 'titel: Twenty years of keeping businesses running',
    problem: 'titel is unknown',
  },
  {
    file: 'policies/refund-policy.md',
    line: "effectiveDate: 'Effective Date: January 1, 2024'",
    broken: 'effectiveDate: 1 January 2024',
    problem: 'effectiveDate must be such as Effective Date: January 1, 2024',
  },
  {
    file: 'policies/refund-policy.md',
    line: "lastUpdated: 'Last updated November 29, 2026'",
    broken: "lastUpdated: 'Last updated: today'",
    problem: 'lastUpdated must be such as Last updated November 28, 2026',
  },
  {
    file: 'policies/communication-policy.md',
    line: '- Phone: {{brand.phone}}',
    broken: '- Phone: {{brand}}',
    problem: '{{brand}} names no value',
  },
  {
    file: 'policies/versions.yaml',
    line: '  2024-01-01: 239c49c201a80b3c9717087edb0de0967a4f1772abebd50ddc4fc3a4e329bc42',
    broken: '  2024-01-01: today',
    problem: 'refund-policy.2024-01-01 must be a SHA-256 in hexadecimal digits',
  },
]

test.each(FAULTS)('$file: $broken', async ({ file, line, broken, problem }) => {
  const number = await breakLine(file, line, broken)
  expect(listProblems()).toContain(`${file}:${number}: ${problem}`)
})

test('each file has a fault in the list of this test', () => {
  const broken = new Set(FAULTS.map(({ file }) => file))
  for (const name of Object.keys(CONTENT_FILES)) expect(broken).toContain(`${name}.yaml`)
})

/** A company in Singapore whose prices include its GST. */
async function becomeSingaporean(countryCode: string): Promise<void> {
  const file = join(dir, 'brand.yaml')
  const [head = '', rest = ''] = (await readFile(file, 'utf8')).split(/^tax:$/m)
  const social = rest.slice(rest.indexOf('social:'))
  const tax = `tax:
  scheme: domestic
  financialYearStart: 1
  name: GST
  ratePercent: 9
  home: { sentence: Standard-rated supply, source: Regulation 11 }
  abroad: { sentence: Zero-rated supply, source: Section 21 }
`
  await writeFile(file, `${head.replace('countryCode: IN', `countryCode: ${countryCode}`)}${tax}${social}`)
}

test('a named tax is for sellers where the provider opens accounts', async () => {
  for (const country of ['IN', 'MY', 'SG', 'US']) {
    await becomeSingaporean(country)
    expect(listProblems()).toEqual([])
    await cp(DEFAULT_CONTENT_DIR, dir, { recursive: true })
  }
  await becomeSingaporean('AU')
  expect(listProblems()).toEqual([
    expect.stringMatching(
      /^brand\.yaml:28: registeredAddress\.countryCode must be IN, MY, SG, US where tax\.scheme is domestic: only there Razorpay opens accounts$/,
    ),
  ])
})

test.each([
  ['  ratePercent: 9', '  ratePercent: 0', 'tax.ratePercent must be above 0'],
  ['  ratePercent: 9', '  ratePercent: 41', 'tax.ratePercent must be at most 40'],
  ['  ratePercent: 9', '  ratePercent: 9.125', 'tax.ratePercent must have at most two decimals'],
  ['  name: GST', '  name: A tax that nobody can name', 'tax.name must have at most 20 characters'],
  ['  name: GST', '  sac: "998314"', 'tax.sac is unknown'],
])('of a named tax, %s cannot be %s', async (line, broken, problem) => {
  await becomeSingaporean('SG')
  const number = await breakLine('brand.yaml', line, broken)
  expect(listProblems()).toContain(`brand.yaml:${number}: ${problem}`)
})

test.each(['home', 'abroad'])(
  'a named tax needs the sentence for buyers %s, and its source',
  async (place) => {
    await becomeSingaporean('SG')
    const file = join(dir, 'brand.yaml')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(new RegExp(`(${place}: .*), source: .* }`), '$1 }'))
    expect(listProblems()).toEqual([expect.stringMatching(`tax.${place}.source`)])
  },
)

test('a missing key is reported at the line of the entry that lacks it', async () => {
  const number = await breakLine('offices.yaml', '    location: London', '')
  expect(listProblems()).toEqual([`offices.yaml:${number - 1}: contact.2.location is missing`])
})

test('the photo of a leader is a picture, and must be there', async () => {
  const role = '  role: Operations Director'
  await breakLine('leaders.yaml', role, `${role}\n  photo: asha.svg`)
  expect(listProblems()).toEqual([
    expect.stringMatching(/1\.photo must be a picture in this folder, such as leaders\/ada\.jpg$/),
  ])
  await breakLine('leaders.yaml', '  photo: asha.svg', '  photo: asha.jpg')
  expect(listProblems()).toEqual(['asha.jpg: is missing'])
  await writeFile(join(dir, 'asha.jpg'), '')
  expect(listProblems()).toEqual([])
})

test('all faults are reported at once', async () => {
  await breakLine('leaders.yaml', '  role: Operations Director', '  role: 7')
  await breakLine('pages.yaml', '    - IN', '    - India')
  await rm(join(dir, 'logo.svg'))
  await rm(join(dir, 'logo.png'))
  expect(listProblems()).toEqual([
    expect.stringMatching(/^leaders\.yaml:\d+: 1\.role must be a text$/),
    expect.stringMatching(/^pages\.yaml:\d+: contact\.areaServed\.0 must be a code of ISO 3166/),
    'logo.svg: is missing',
    'logo.png: is missing',
  ])
})

test.each(readContent(DEFAULT_CONTENT_DIR).policies.map(({ slug }) => slug))(
  'the text of %s does not change unnoticed',
  async (slug) => {
    await appendFile(join(dir, 'policies', `${slug}.md`), '\nAnd we may do anything.\n')
    expect(listProblems()).toEqual([
      expect.stringMatching(
        `^policies/versions\\.yaml: ${slug}: the text has changed, so it needs a new date`,
      ),
    ])
    await acceptPolicies(dir)
    expect(listProblems()).toEqual([])
  },
)

describe('a policy that buyers accept', () => {
  const TEXT =
    "- Refund requests: your order's page, or [{{brand.email.billing}}](mailto:{{brand.email.billing}})"
  const findVersion = () => readContent(dir).policiesInForce.find(({ policy }) => policy === 'refund-policy')

  test('needs a new version when its text changes', async () => {
    await breakLine('policies/refund-policy.md', TEXT, '- Refund requests: ask anybody')
    const [problem = ''] = listProblems()
    expect(problem).toMatch(/^policies\/versions\.yaml: refund-policy: the text has changed/)

    const date = "lastUpdated: 'Last updated November 29, 2026'"
    await breakLine('policies/refund-policy.md', date, date.replace('2026', '2027'))
    const [, line = ''] =
      /here a line with that date and the new hash: (.+)$/.exec(listProblems()[0] ?? '') ?? []
    expect(line).toMatch(/^2027-11-29: [0-9a-f]{64}$/)
    await breakLine('policies/versions.yaml', 'refund-policy:', `refund-policy:\n  ${line}`)
    expect(findVersion()).toMatchObject({ version: '2027-11-29', sha256: line.slice('2027-11-29: '.length) })
  })

  test('needs a new version when the company that it names changes', async () => {
    await breakLine(
      'brand.yaml',
      '  billing: billing@stackhaven.example',
      '  billing: money@stackhaven.example',
    )
    const changed = listProblems().map(
      (problem) => /versions\.yaml: ([\w-]+): the text has/.exec(problem)?.[1],
    )
    expect(changed).toEqual(expect.arrayContaining(['terms-of-service', 'refund-policy']))
  })

  test('has the version of the day on which its text changed, and else of the day it took effect', async () => {
    expect(findVersion()?.version).toBe('2026-11-29')
    await breakLine('policies/refund-policy.md', "lastUpdated: 'Last updated November 29, 2026'", '')
    await acceptPolicies(dir)
    expect(findVersion()?.version).toBe('2024-01-01')
  })
})

describe('the ad tracker', () => {
  const setTag = (tag: string) => breakLine('brand.yaml', 'social:', `googleTag: ${tag}\nsocial:`)
  const readPrivacy = () => readContent(dir).policies.find(({ slug }) => slug === 'privacy-policy')?.text

  test.each(['UA-12345-6', 'GTM-ABC123', 'G-', 'AW-123456789/', "G-AB12CD34EF'"])(
    'is never %s',
    async (tag) => {
      const number = await setTag(tag)
      expect(listProblems()).toEqual([
        `brand.yaml:${number}: googleTag must be an id of Google such as G-AB12CD34EF or AW-123456789/AbC-D_efG`,
      ])
    },
  )

  test.each(['G-AB12CD34EF', 'AW-123456789', 'AW-123456789/AbC-D_efG'])(
    '%s is mentioned in the privacy policy',
    async (tag) => {
      expect(readPrivacy()).not.toMatch(/advertis|Google/i)
      await setTag(tag)
      await acceptPolicies(dir)
      expect(readPrivacy()).toMatch(/load a tag of Google[\s\S]*Cookie choices/)
    },
  )

  test('needs a privacy policy that speaks of it', async () => {
    await breakLine('policies/privacy-policy.md', '{{advertising.cookies}}', '')
    await acceptPolicies(dir)
    await setTag('G-AB12CD34EF')
    expect(listProblems()).toContain(
      'policies/privacy-policy.md: needs the line {{advertising.cookies}}, because brand.yaml has a googleTag',
    )
  })
})

describe('currencies.yaml', () => {
  const write = (yaml: string) => writeFile(join(dir, 'currencies.yaml'), yaml)

  test('a folder without it sells in dollars alone', () => {
    expect(readContent(dir).currencies).toEqual({ default: 'USD', offered: [], showsRupees: true })
  })

  test('names the default currency and the others with their countries', async () => {
    await write('default: USD\noffered:\n  - code: INR\n    countries: [IN]\n')
    await acceptPolicies(dir)
    expect(readContent(dir).currencies).toEqual({
      default: 'USD',
      offered: [{ code: 'INR', countries: ['IN'], endings: '9' }],
    })
  })

  test('the policies say the same to the letter without it, and name what is charged with it', async () => {
    const read = () =>
      readContent(dir)
        .policies.map(({ text }) => text)
        .join('\n')
    const before = read()
    expect(before).toContain('Prices are in US dollars and are fixed.')
    expect(before).toContain('after any coupon, in US dollars. It goes back')
    expect(before).toContain('accepts their card, at the same price.')
    await write('default: USD\noffered:\n  - code: EUR\n    countries: [DE]\n')
    // A text whose hash is not listed under its date is not in force.
    expect(listProblems()).toEqual([
      expect.stringMatching(/versions.yaml: refund-policy: the text has changed/),
      expect.stringMatching(/versions.yaml: shipping-policy: the text has changed/),
      expect.stringMatching(/versions.yaml: terms-of-service: the text has changed/),
    ])
  })

  test.each(['default: INR\n', 'default: USD\noffered:\n  - code: INR\n    countries: [IN, GB]\n'])(
    '%j is refused under India’s GST, which offers rupees in India alone',
    async (yaml) => {
      await write(yaml)
      expect(listProblems()).toContain(
        'currencies.yaml: under gst, INR is for buyers in India alone: countries: [IN]',
      )
    },
  )

  test.each([
    ['default: XXX\n', 'currencies.yaml:1: default XXX is not a currency of ISO 4217'],
    [
      'default: KWD\n',
      'currencies.yaml:1: default KWD has three decimals: the shop sells in currencies of two or none',
    ],
    [
      'default: USD\noffered:\n  - code: USD\n    countries: [IN]\n',
      'currencies.yaml:1: names a currency twice',
    ],
  ])('%j is refused', async (yaml, problem) => {
    await write(yaml)
    expect(listProblems()).toEqual([problem])
  })
})
