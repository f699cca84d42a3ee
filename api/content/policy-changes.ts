/** Finds which policies say something else than their last version, and writes the new one (docs/make-it-yours.md, 4. Policies). */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import type { Brand } from '#api/contract/content/brand.ts'
import { PolicyVersions } from '#api/contract/content/content.ts'
import { dayOf, nextDay } from '#api/rules/business-calendar.ts'
import { ONLY_USD, type SoldIn } from '#api/rules/money/sold-in.ts'
import { Folder } from './folder.ts'
import { describeMoney } from './money-words.ts'
import { describeVersion, InvalidContent, readFacts, readPolicies } from './read-content.ts'

const VERSIONS = 'policies/versions.yaml'

export interface PolicyChange {
  slug: string
  version: string
  sha256: string
  /** Absent if somebody has edited the text, whose old version is known by its hash alone. */
  lines?: { before: string[]; after: string[] }
}

/** @throws InvalidContent for faults other than an unlisted text */
export function findPolicyChanges(dir: string, now = new Date()): PolicyChange[] {
  const folder = new Folder(dir)
  const { brand, calendar, currencies = ONLY_USD } = readFacts(folder)
  const policies = readPolicies(folder)
  const versions = folder.readYaml(VERSIONS, PolicyVersions)
  if (folder.problems.length > 0 || !versions) throw new InvalidContent(folder.problems)
  const changed = policies.filter((policy) => {
    const { version, sha256 } = describeVersion(policy)
    return versions[policy.slug]?.[version] !== sha256
  })
  const former = changed.length > 0 ? listFormerWords(brand, currencies) : []
  return changed.map(({ slug, text }) => {
    const [last, lastHash] =
      Object.entries(versions[slug] ?? {})
        .sort()
        .at(-1) ?? []
    const today = dayOf(now, calendar)
    const before = former
      .map((money) => {
        folder.names = { ...folder.names, money }
        return folder.readText(`policies/${slug}.md`)
      })
      .find((one) => hash(one) === lastHash)
    return {
      slug,
      // A day has one version.
      version: last !== undefined && last >= today ? nextDay(last) : today,
      sha256: hash(text),
      ...(before !== undefined && { lines: compare(before, text) }),
    }
  })
}

/** Writes the date into the policy's head, and its line into versions.yaml. */
export function writePolicyVersion(dir: string, { slug, version, sha256 }: PolicyChange): void {
  const file = join(dir, 'policies', `${slug}.md`)
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(version),
  )
  const source = readFileSync(file, 'utf8').replace(/^lastUpdated:.*\n/m, '')
  writeFileSync(
    file,
    source.replace(/^effectiveDate:.*\n/m, (line) => `${line}lastUpdated: 'Last updated ${day}'\n`),
  )
  const versions = parseDocument(readFileSync(join(dir, VERSIONS), 'utf8'))
  versions.setIn([slug, version], sha256)
  writeFileSync(join(dir, VERSIONS), versions.toString({ lineWidth: 0 }))
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** @returns the words about money under every setting that may have held before: fewer or more currencies, another tax */
function listFormerWords({ tax, ...brand }: Brand, { default: standard, offered }: SoldIn): object[] {
  const codes = new Set([ONLY_USD.default, standard, ...offered.map(({ code }) => code)])
  const sold = [...codes].flatMap((code): SoldIn[] => [
    { default: code, offered: [] },
    ...[...codes].map(
      (other): SoldIn => ({ default: code, offered: [{ code: other, countries: [], endings: '9' }] }),
    ),
  ])
  const taxes = [tax, { scheme: 'none', financialYearStart: 1 } as const]
  return [ONLY_USD, ...sold].flatMap((one) => taxes.map((tax) => describeMoney({ ...brand, tax }, one)))
}

/** @returns the lines that only one of the texts has */
function compare(before: string, after: string): { before: string[]; after: string[] } {
  const [old, fresh] = [before, after].map((text) => text.split('\n')) as [string[], string[]]
  return {
    before: old.filter((line) => !fresh.includes(line)),
    after: fresh.filter((line) => !old.includes(line)),
  }
}
