/** Reads the content folder, which describes the company (docs/make-it-yours.md). */
import { createHash } from 'node:crypto'
import {
  CONTENT_FILES,
  type Content,
  PolicyHead,
  PolicyVersions,
  StoryHead,
} from '#api/contract/content/content.ts'
import { Currencies } from '#api/contract/content/currencies.ts'
import { ACCEPTED_POLICIES } from '#api/contract/content/policies.ts'
import { describeHours } from '#api/rules/business-hours.ts'
import { ONLY_USD, type SoldIn } from '#api/rules/money/sold-in.ts'
import { paymentProvider } from '#api/rules/payment-provider.ts'
import { FULL_REFUND_HOURS, WARRANTY_DAYS } from '#api/rules/promises.ts'
import { Folder } from './folder.ts'
import { describeAdvertising, describeMoney } from './money-words.ts'

type Policy = Content['policies'][number]

/** The folder that is read if CONTENT_DIR is not set. */
export const DEFAULT_CONTENT_DIR = 'site/content'

/** `problems` has one text per fault, with file and line, for the author of the folder. */
export class InvalidContent extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The content folder has faults:\n${problems.join('\n')}`)
    this.name = 'InvalidContent'
    this.problems = problems
  }
}

/** @throws InvalidContent naming every fault */
export function readContent(dir: string): Content {
  const folder = new Folder(dir)
  const { brand, calendar, currencies } = readFacts(folder)
  const content = {
    brand,
    calendar,
    currencies,
    colors: folder.readYaml('colors.yaml', CONTENT_FILES.colors),
    figures: folder.readYaml('figures.yaml', CONTENT_FILES.figures),
    taglines: folder.readYaml('taglines.yaml', CONTENT_FILES.taglines),
    highlights: folder.readYaml('highlights.yaml', CONTENT_FILES.highlights),
    leaders: folder.readYaml('leaders.yaml', CONTENT_FILES.leaders),
    offices: folder.readYaml('offices.yaml', CONTENT_FILES.offices),
    services: folder.readYaml('services.yaml', CONTENT_FILES.services),
    timeline: folder.readYaml('timeline.yaml', CONTENT_FILES.timeline),
    faq: folder.readYaml('faq.yaml', CONTENT_FILES.faq),
    pages: folder.readYaml('pages.yaml', CONTENT_FILES.pages),
    story: folder.readMarkdown('story.md', StoryHead),
    policies: readPolicies(folder),
    logo: folder.readFile('logo.svg'),
  }
  folder.expectFile('logo.png')
  for (const { photo } of content.leaders ?? []) if (photo) folder.expectFile(photo)
  expectAdvertising(folder, describeAdvertising(brand), content.policies)
  const { policiesInForce, policyVersions } = readVersions(folder, content.policies)
  if (folder.problems.length > 0) throw new InvalidContent(folder.problems)
  // Without a problem, every file was read, so nothing is missing.
  return { ...content, policiesInForce, policyVersions } as Content
}

/** Reads what the other files name by placeholders. @throws InvalidContent */
export function readFacts(folder: Folder) {
  const brand = folder.readYaml('brand.yaml', CONTENT_FILES.brand)
  const calendar = folder.readYaml('calendar.yaml', CONTENT_FILES.calendar)
  if (!brand || !calendar) throw new InvalidContent(folder.problems)
  const currencies = folder.has('currencies.yaml') ? folder.readYaml('currencies.yaml', Currencies) : ONLY_USD
  if (brand.tax.scheme === 'gst' && currencies && !isRupeeIndian(currencies))
    folder.report('currencies.yaml', 'under gst, INR is for buyers in India alone: countries: [IN]')
  folder.names = {
    brand,
    paymentProvider,
    hours: describeHours(calendar),
    warrantyDays: WARRANTY_DAYS,
    fullRefundHours: FULL_REFUND_HOURS,
    advertising: describeAdvertising(brand),
    money: describeMoney(brand, currencies),
  }
  return { brand, calendar, currencies }
}

/** Whether rupees are offered to buyers in India only, as India's tax requires, because it depends on where the buyer is. */
const isRupeeIndian = ({ default: code, offered }: SoldIn): boolean =>
  code !== 'INR' &&
  offered.every((one) => one.code !== 'INR' || one.countries.every((country) => country === 'IN'))

export function readPolicies(folder: Folder): Content['policies'] {
  return folder.list('policies', '.md').flatMap((slug) => {
    const policy = folder.readMarkdown(`policies/${slug}.md`, PolicyHead)
    return policy ? [{ slug, ...policy }] : []
  })
}

/** A company with an ad tracker must say so in its privacy policy. */
function expectAdvertising(
  folder: Folder,
  advertising: ReturnType<typeof describeAdvertising>,
  policies: Content['policies'],
): void {
  const text = policies.find(({ slug }) => slug === 'privacy-policy')?.text ?? ''
  for (const [name, sentence] of Object.entries(advertising)) {
    if (text.includes(sentence)) continue
    const problem = `needs the line {{advertising.${name}}}, because brand.yaml has a googleTag`
    folder.report('policies/privacy-policy.md', problem)
  }
}

/** @returns the date at the top of the policy's page, and the hash of its text */
export function describeVersion({ text, effectiveDate, lastUpdated = effectiveDate }: Policy) {
  const date = lastUpdated.replace(/^(Effective Date:|Last updated) /, '')
  return {
    version: new Date(`${date} UTC`).toISOString().slice(0, 10),
    sha256: createHash('sha256').update(text).digest('hex'),
  }
}

/** Reports texts whose hash is not listed under their date. @returns the versions of the policies that an order records as accepted */
function readVersions(
  folder: Folder,
  policies: Content['policies'],
): Pick<Content, 'policiesInForce' | 'policyVersions'> {
  const file = 'policies/versions.yaml'
  const versions = folder.readYaml(file, PolicyVersions)
  const inForce = policies.map((policy) => ({ slug: policy.slug, ...describeVersion(policy) }))
  for (const { slug, version, sha256 } of inForce)
    if (versions && versions[slug]?.[version] !== sha256)
      folder.report(
        file,
        `${slug}: the text has changed, so it needs a new date at lastUpdated in ${slug}.md, and here a line with that date and the new hash: ${version}: ${sha256}`,
      )
  const policiesInForce = ACCEPTED_POLICIES.flatMap((policy) => {
    const found = inForce.find(({ slug }) => slug === policy)
    if (!found) folder.report(`policies/${policy}.md`, 'is missing or has a fault')
    return found ? [{ policy, version: found.version, sha256: found.sha256 }] : []
  })
  const policyVersions = ACCEPTED_POLICIES.flatMap((policy) =>
    Object.entries(versions?.[policy] ?? {})
      .map(([version, sha256]) => ({ policy, version, sha256 }))
      .sort((one, other) => one.version.localeCompare(other.version)),
  )
  return { policiesInForce, policyVersions }
}
