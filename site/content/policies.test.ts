/** What the policies say: their sections in order, and every figure (docs/product.md, Promises of the policies). */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { POLICIES_IN_FORCE } from '../../api/contract/accepted-policies.ts'
import {
  ACCEPTANCE_DAYS,
  BANK_DAYS,
  FULL_REFUND_HOURS,
  REFUND_PROCESSING_DAYS,
  REFUND_REVIEW_DAYS,
  RETENTION_PERIODS,
  WARRANTY_DAYS,
} from '../../api/contract/promises.ts'
import { fillPlaceholders } from '../layouts/fill-brand.ts'

const LEAST_SECTION_WORDS = 40

const POLICIES: Record<string, { sections: RegExp[]; facts: string[] }> = {
  'terms-of-service': {
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
      '50% payment upfront',
      '50% at completion',
      '1.5% monthly',
      `${WARRANTY_DAYS}-day warranty`,
      '7 days written notice',
      'reply to our questions within 48 hours',
      `within ${ACCEPTANCE_DAYS} days of delivery`,
    ],
  },
  'privacy-policy': {
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
    facts: [
      `Project files | ${RETENTION_PERIODS.projectFiles}`,
      `Billing records | ${RETENTION_PERIODS.billingRecords}`,
      `Communications | ${RETENTION_PERIODS.communications}`,
      'Temporary credentials | deleted at completion',
    ],
  },
  'communication-policy': {
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
      'running project | within 8 business hours',
      'Billing questions | within 24 hours',
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
      'Disputes over $5,000',
      'external mediation',
    ],
  },
}

const read = (name: string) => readFile(join(import.meta.dirname, 'policies', `${name}.md`), 'utf8')

describe.each(Object.entries(POLICIES))('%s', (name, { sections, facts }) => {
  test('has its sections, numbered, each of them written out', async () => {
    const parts = (await read(name)).split(/^## /m).slice(1)
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

  test('names every figure', async () => {
    const text = (await read(name)).replace(/\s+/g, ' ')
    for (const fact of facts) expect(text).toContain(fact)
  })

  test('is in force since January 1, 2024', async () => {
    expect(await read(name)).toMatch(/^effectiveDate: 'Effective Date: January 1, 2024'$/m)
  })
})

test.each(POLICIES_IN_FORCE)(
  'a changed $policy is a new version, which orders record',
  async ({ policy, version, sha256 }) => {
    const [, frontMatter = '', text = ''] = (await read(policy)).split(/^---$/m)
    const [, date] = /^effectiveDate: 'Effective Date: (.+)'$/m.exec(frontMatter) ?? []
    expect({
      version: new Date(`${date} UTC`).toISOString().slice(0, 10),
      sha256: createHash('sha256').update(fillPlaceholders(text)).digest('hex'),
    }).toEqual({ version, sha256 })
  },
)
