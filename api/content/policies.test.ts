/** The policies have their sections, in order, and every promised figure (docs/product/shop.md, Promises of the policies). */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { REMOVED_ELSEWHERE } from '#api/operations/privacy/retention.ts'
import { RETENTION } from '#api/operations/privacy/retention-rules.ts'
import { ABSOLUTE_EXPIRY_HOURS, sessionCookieName } from '#api/platform/plugins/session.ts'
import { DEFAULT_DELIVERY_DAYS } from '#api/rules/package-rules.ts'
import {
  ACCEPTANCE_DAYS,
  BANK_DAYS,
  FULL_REFUND_HOURS,
  LATE_INTEREST_PERCENT,
  PROJECT_REPLY_HOURS,
  REFUND_PROCESSING_DAYS,
  REFUND_REVIEW_DAYS,
  REPLY_HOURS,
  SECOND_LOOK_DAYS,
  SILENCE_DAYS,
  TERMINATION_NOTICE_DAYS,
  WARRANTY_DAYS,
} from '#api/rules/promises.ts'
import { describeAdvertising } from './money-words.ts'
import { DEFAULT_CONTENT_DIR, readContent } from './read-content.ts'

const LEAST_SECTION_WORDS = 40

const POLICIES: Record<string, { since: string; sections: RegExp[]; facts: string[] }> = {
  'terms-of-service': {
    since: 'November 29, 2026',
    sections: [
      /^Service Acceptance$/,
      /^Service Delivery$/,
      /^Client Responsibilities$/,
      /^Intellectual Property$/,
      /^Warranties and Limitations$/,
      /^Payment Terms$/,
      /^Limitation of Liability$/,
      /^Termination$/,
      /^Contact Information$/,
    ],
    facts: [
      'Friday, except public holidays on which we do not work',
      '50% payment upfront',
      '50% at completion',
      `${LATE_INTEREST_PERCENT}% monthly`,
      'Where the page of a package shows a payment plan, you may pay in its instalments, or everything at checkout',
      'due at the purchase, when the work is delivered, or when it is accepted',
      'A coupon lowers the price before it is divided',
      'instalments of a plan at the moment that it names. Overdue amounts bear interest',
      'Instalments of a plan that are not paid lapse, unless they are owed for work that is done',
      `${WARRANTY_DAYS}-day warranty`,
      `${TERMINATION_NOTICE_DAYS} days written notice`,
      `reply to our questions within ${REPLY_HOURS} hours`,
      `if we hear nothing for ${SILENCE_DAYS} days, we may close the order after a last written reminder`,
      `within ${ACCEPTANCE_DAYS} days of delivery`,
    ],
  },
  'privacy-policy': {
    since: 'November 28, 2026',
    sections: [
      /Collect/,
      /Use/,
      /Security/,
      /Sharing/,
      /Retention/,
      /Rights/,
      /International/,
      /Cookies/,
      /Updates/,
      /Contact/,
    ],
    facts: [`after ${ABSOLUTE_EXPIRY_HOURS} hours at the latest`],
  },
  'communication-policy': {
    since: 'November 28, 2026',
    sections: [
      /Channels/,
      /Response Times/,
      /Standards/,
      /Client/,
      /Technical/,
      /Emergency/,
      /Records/,
      /Quality Assurance/,
      /Etiquette/,
      /Contact/,
    ],
    facts: [
      'E-mail on business days | within 4 hours',
      'E-mail at weekends | within 24 hours',
      'Emergencies, at any time | within 2 hours',
      `running project | within ${PROJECT_REPLY_HOURS} business hours`,
      'Billing questions | within 24 hours',
      'what you or we write, send or accept on the page of your order is in writing',
      `reply to our questions within ${REPLY_HOURS} hours`,
      'except public holidays on which we do not work',
      'the date stands still from the payment on. We remind you once by e-mail and once by phone.',
      'Weekly reports** for projects over 2 weeks',
      'notice 24 hours before we deploy',
      'follows within 48 hours',
      'Meeting minutes** within 24 hours',
      'within 2 business days, collected in one message',
      'Hourly updates during incidents',
      '9:00 AM - 6:00 PM IST',
      '24/7',
    ],
  },
  'refund-policy': {
    since: 'November 29, 2026',
    sections: [
      /General/,
      /Eligible/,
      /Non-Refundable/,
      /Service-Specific/,
      /Request/,
      /Timeline/,
      /Partial/,
      /Disputes/,
      /Alternatives/,
      /Force Majeure/,
      /Contact/,
    ],
    facts: [
      `cancel within ${FULL_REFUND_HOURS} hours of payment, before work starts`,
      `Review of the request | ${REFUND_REVIEW_DAYS.join('-')} business days`,
      'finished within 7 business days',
      `${REFUND_PROCESSING_DAYS.join('-')} business days`,
      `${BANK_DAYS.join('-')} bank days`,
      `tell us why within ${SECOND_LOOK_DAYS} days`,
      'Where every director had a part, one of them looks at it again and tells you so',
      'a pause of up to 60 days',
      'valid for 12 months',
      "'Dispute this decision' on the order's page",
      "its page then shows 'Work started'",
      "reads 'In Process' as soon as your required answers are in",
      'except public holidays on which we do not work',
      'Of an order paid in instalments we count what you have paid',
      'takes the instalment that was paid last first',
      'Instalments that are not paid lapse, unless they are owed for work that is done',
      'Disputes over $5,000',
      'external mediation',
    ],
  },
  'shipping-policy': {
    since: 'November 28, 2026',
    sections: [
      /What Is Delivered/,
      /Delivery Times/,
      /Time Begins/,
      /Receive/,
      /Need From You/,
      /Late/,
      /Acceptance/,
      /Cancelling/,
      /Contact/,
    ],
    facts: [
      'No goods are shipped',
      'except public holidays on which we do not work',
      "'Ready to start' until a member of our team begins, and 'Work started' from then on",
      'stands still from the payment on, until your required answers are in; we remind you',
      `Where none is stated, it is ${DEFAULT_DELIVERY_DAYS} business days`,
      'notice 24 hours before',
      'Documentation follows within 48 hours',
      `reply to our questions within ${REPLY_HOURS} hours`,
      'within 2 business days',
      'by more than half of the stated delivery time',
      `cannot go on and that takes longer than ${REPLY_HOURS} hours`,
      `within ${ACCEPTANCE_DAYS} days of delivery`,
      `${WARRANTY_DAYS}-day warranty`,
      `cancel within ${FULL_REFUND_HOURS} hours of payment, before work starts`,
      `${REFUND_PROCESSING_DAYS.join('-')} business days`,
      `${BANK_DAYS.join('-')} bank days`,
      'within 8 business hours',
      'billing questions within 24 hours',
    ],
  },
  'accessibility-statement': {
    since: 'November 22, 2026',
    sections: [/Aim/, /Checked Automatically/, /Expect/, /Not Checked/, /Known Limits/, /Reporting/],
    facts: ['2.2, level AA', 'within 4 hours on business days', 'within 24 hours at weekends'],
  },
}

const { policies, brand } = readContent(DEFAULT_CONTENT_DIR)

const FILES = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'api', 'site'], {
  encoding: 'utf8',
}).split('\n')
const readText = (file: string) => readFileSync(file, 'utf8')

function read(name: string) {
  const policy = policies.find(({ slug }) => slug === name)
  if (!policy) throw new Error(`There is no ${name}.md`)
  return policy
}

describe.each(Object.entries(POLICIES))('%s', (name, { since, sections, facts }) => {
  test('has its sections, numbered, each of them written out', () => {
    const parts = read(name).text.split(/^## /m).slice(1)
    expect(parts).toHaveLength(sections.length)
    for (const [i, part] of parts.entries()) {
      const [heading = '', ...lines] = part.split('\n')
      const [, number, title = ''] = /^(\d+)\. (.+)$/.exec(heading) ?? []
      expect(number).toBe(String(i + 1))
      expect(title).toMatch(sections[i] ?? /^$/)
      const words = lines.join(' ').match(/\p{L}+/gu) ?? []
      expect(words.length, title).toBeGreaterThanOrEqual(LEAST_SECTION_WORDS)
    }
  })

  test('states every figure', () => {
    const text = read(name).text.replace(/\s+/g, ' ')
    for (const fact of facts) expect(text).toContain(fact)
  })

  test('says since when it is in force, and when its text changed last', () => {
    expect(read(name).effectiveDate).toBe('Effective Date: January 1, 2024')
    expect(read(name).lastUpdated).toBe(`Last updated ${since}`)
  })
})

describe('the privacy policy', () => {
  const privacy =
    read('privacy-policy').text + describeAdvertising({ ...brand, googleTag: 'G-AB12CD34EF' }).cookies
  const sources = FILES.filter((file) => /(?<!\.test)\.(tsx?|js)$/.test(file)).map(readText)
  const find = (pattern: RegExp) => [
    ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
  ]

  test('says how long data is kept as the rules remove it', () => {
    const text = privacy.replace(/\s+/g, ' ')
    const [, table = ''] = /\| Data +\| Kept for +\|\n.*\n((?:\|.*\n)+)/.exec(privacy) ?? []
    const promised = [...table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, data, period]) => ({
      policy: `${data}: ${period}`,
      period: period ?? '',
    }))
    const rules = [...RETENTION, ...REMOVED_ELSEWHERE]
    for (const { policy, what } of rules) {
      const isInTable = promised.some((row) => row.policy === policy)
      expect(isInTable || text.includes(policy), `${what}: ${policy}`).toBe(true)
    }
    for (const { policy, period } of promised) {
      const periods = rules.filter((rule) => rule.policy === policy).map(({ after }) => after)
      expect(periods, policy).not.toEqual([])
      if (/^\d/.test(period)) for (const after of periods) expect(period.startsWith(after), policy).toBe(true)
    }
  })

  test('names every cookie', () => {
    const cookies = [
      ...find(/_COOKIE = '([\w-]+)'/g),
      sessionCookieName({ publicOrigin: 'https://shop.example' }),
    ]
    expect(cookies.toSorted()).toEqual([
      '__Host-sid',
      'browser',
      'device',
      'second_factor',
      'session_name',
      'signed_in',
    ])
    for (const name of cookies) expect(privacy).toContain(`\`${name}\``)
  })

  test('names everything in the local storage', () => {
    // Finds the key in calls that read or write the storage: a string, or a constant defined in the same file.
    const stored = sources.flatMap((text) =>
      [
        ...text.matchAll(/\b(?:readStored(?:<[^;]+?>)?|store)\(([^,()]+(?:\([^)]*\))?),[^;]*?'browser'\)/g),
      ].flatMap(([, name = '']) => {
        const found = new RegExp(
          `\\b(?:const )?${name.replace(/\(.*/, '')} = (?:\\([^)]*\\) => )?['\`]([\\w-]+)`,
        ).exec(text)
        return found?.[1]?.replace(/-$/, '') ?? name
      }),
    )
    const keys = [...new Set([...stored, ...find(/localStorage\.(?:get|set)Item\('([\w-]+)'/g)])].toSorted()
    expect(keys).toEqual([
      'ad-consent',
      'asked-pin-codes',
      'currency',
      'last-use',
      'order-filters',
      'session-ending',
      'session-hint',
    ])
    for (const key of keys) expect(privacy).toContain(`\`${key}\``)
  })
})

describe('no page and no mail', () => {
  const texts = FILES.filter((file) => /(?<!\.test)\.(tsx?|astro|md|yaml)$/.test(file)).map((file) => ({
    file,
    text: readText(file).replace(/\s+/g, ' '),
  }))
  const listThoseWith = (pattern: RegExp) =>
    texts.flatMap(({ file, text }) => (pattern.test(text) ? [file] : []))

  test('names the interest on what is late, which nobody asks for: the terms alone do', () => {
    // Ignores 'interested' and the 'legitimate interest' of data protection law.
    expect(listThoseWith(/(?<!legitimate )interest(?!ed)/i).toSorted()).toEqual([
      'api/rules/promises.ts',
      'site/content/policies/terms-of-service.md',
    ])
  })

  test('announces a pause before the date waits: it stands still from the payment on', () => {
    expect(texts.length).toBeGreaterThan(100)
    expect(listThoseWith(/before (?:we|the work|work) pauses?/i)).toEqual([])
  })
})
