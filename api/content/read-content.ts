/** Reads the content folder, which describes the company (docs/make-it-yours.md). */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod'
import {
  CONTENT_FILES,
  type Content,
  type Markdown,
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
import { describeAdvertising, describeMoney } from './money-words.ts'
import { readYaml } from './yaml-text.ts'

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
  expectAdvertising(folder, describeAdvertising(brand), content.policies)
  const { policiesInForce, policyVersions } = readVersions(folder, content.policies)
  if (folder.problems.length > 0) throw new InvalidContent(folder.problems)
  // Without a problem, every file was read, so nothing is missing.
  return { ...content, policiesInForce, policyVersions } as Content
}

/** Whether rupees are offered to buyers in India only, as India's tax requires, because it depends on where the buyer is. */
const isRupeeIndian = ({ default: code, offered }: SoldIn): boolean =>
  code !== 'INR' &&
  offered.every((one) => one.code !== 'INR' || one.countries.every((country) => country === 'IN'))

function readPolicies(folder: Folder): Content['policies'] {
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

/** Reports texts whose hash is not listed under their date. @returns the versions of the policies that an order records as accepted */
function readVersions(
  folder: Folder,
  policies: Content['policies'],
): Pick<Content, 'policiesInForce' | 'policyVersions'> {
  const file = 'policies/versions.yaml'
  const versions = folder.readYaml(file, PolicyVersions)
  const inForce = policies.map(({ slug, text, effectiveDate, lastUpdated = effectiveDate }) => {
    const date = lastUpdated.replace(/^(Effective Date:|Last updated) /, '')
    const version = new Date(`${date} UTC`).toISOString().slice(0, 10)
    const sha256 = createHash('sha256').update(text).digest('hex')
    if (versions && versions[slug]?.[version] !== sha256) {
      folder.report(
        file,
        `${slug}: the text has changed, so it needs a new date at lastUpdated in ${slug}.md, and here a line with that date and the new hash: ${version}: ${sha256}`,
      )
    }
    return { slug, version, sha256 }
  })
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

const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g
const HEAD = /^---\n([\s\S]*?)^---(?=\n)/m

class Folder {
  readonly problems: string[] = []
  /** The values that placeholders in the files may use. */
  names: Record<string, unknown> = {}
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
  }

  report(name: string, problem: string): void {
    this.problems.push(`${join(this.#dir, name)}: ${problem}`)
  }

  /** @returns the sorted names of files with this ending, without the ending */
  list(name: string, ending: string): string[] {
    const dir = join(this.#dir, name)
    if (!existsSync(dir)) return []
    const files = readdirSync(dir).filter((file) => file.endsWith(ending))
    return files.map((file) => file.slice(0, -ending.length)).sort()
  }

  has(name: string): boolean {
    return existsSync(join(this.#dir, name))
  }

  /** Reports a missing file. @returns whether the file exists */
  expectFile(name: string): boolean {
    const isPresent = this.has(name)
    if (!isPresent) this.report(name, 'is missing')
    return isPresent
  }

  readFile(name: string): string | undefined {
    return this.expectFile(name) ? readFileSync(join(this.#dir, name), 'utf8') : undefined
  }

  readYaml<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> | undefined {
    const text = this.readFile(name)
    return text === undefined ? undefined : this.#check(name, text, schema)
  }

  /** Reads a file with YAML front matter between lines of three hyphens, followed by text. */
  readMarkdown<Schema extends z.ZodObject>(
    name: string,
    schema: Schema,
  ): (z.output<Schema> & Markdown) | undefined {
    const source = this.readFile(name)
    if (source === undefined) return undefined
    const [before = '', head = ''] = HEAD.exec(source) ?? []
    const checked = this.#check(name, head, schema, 2)
    const linesBefore = before.split('\n').length
    const lines = source.slice(before.length).split('\n')
    const text = lines.map((line, index) => this.#fillLine(name, line, linesBefore + index)).join('\n')
    return checked && { ...checked, text }
  }

  #check<Schema extends z.ZodType>(name: string, text: string, schema: Schema, firstLine = 1) {
    const { data, problems } = readYaml({ text, schema, fill: (value) => this.#fill(value) })
    for (const { line, problem } of problems) this.report(`${name}:${line + firstLine - 1}`, problem)
    return data
  }

  #fillLine(name: string, line: string, number: number): string {
    try {
      return this.#fill(line)
    } catch (error) {
      this.report(`${name}:${number}`, error instanceof Error ? error.message : String(error))
      return line
    }
  }

  /** Fills in placeholders. @throws Error for an unknown placeholder */
  #fill(text: string): string {
    return text.replace(PLACEHOLDER, (placeholder, path: string) => {
      const value = path
        .split('.')
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], this.names)
      if (typeof value !== 'string' && typeof value !== 'number')
        throw new Error(`${placeholder} names no value`)
      return String(value)
    })
  }
}
