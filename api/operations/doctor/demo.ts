/** Finds leftovers of the demo in a production shop. */
import { createHash } from 'node:crypto'
import { brand } from '#api/content/content.ts'
import type { Brand } from '#api/contract/content/brand.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { User } from '#db/models/people/user.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { type Check, createCheck, type DoctorContext, fault, ok, unset } from './check.ts'

/** Matches domains reserved for examples: https://www.rfc-editor.org/rfc/rfc2606 */
const RESERVED = /[@/.](?:[\w-]+\.)*example(\.(com|net|org))?(\/|$)/
/**
 * First 16 hex digits of the SHA-256 of names, numbers and address lines in the demo's brand.yaml. Hashed, because no source file
 * may contain them (api/content/identity.test.ts).
 */
const DEMO_HASHES = new Set([
  'b3f73eb0376ec2c7',
  'beb8474fd02eda9b',
  'd6f7bb40d4fb06f0',
  '7897211dd139ebb6',
  '91cd195a61eff700',
  '6e1f2d5fff1e9225',
  '506358455b41752c',
])

/** @returns keys of brand.yaml that still have the demo's values */
export function listDemoFacts(facts: Brand): string[] {
  const found: string[] = []
  function collect(value: unknown, path: string): void {
    if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value)) collect(part, path ? `${path}.${key}` : key)
    } else if (typeof value === 'string' && (RESERVED.test(value) || DEMO_HASHES.has(hashOf(value)))) {
      found.push(path)
    }
  }
  collect(facts, '')
  return found
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** @param find lists the leftovers */
function ofDemo(name: string, find: (context: DoctorContext) => Promise<string[]>, advice: string): Check {
  return createCheck('Demo', name, async (context) => {
    const left = await find(context)
    if (left.length === 0) return ok('Nothing left')
    const text = `Still from the demo: ${left.slice(0, 3).join(', ')}${left.length > 3 ? ` and ${left.length - 3} more` : ''}`
    return context.env.isProduction ? fault(text, advice) : unset(text)
  })
}

export const demoChecks: readonly Check[] = [
  ofDemo(
    'Content',
    async () => listDemoFacts(brand),
    'Name your own company in brand.yaml of the content folder (docs/make-it-yours.md).',
  ),
  ofDemo(
    'Accounts',
    async ({ db }) => {
      if (!db) return []
      const emails = Object.values(DEMO_ACCOUNTS).map(({ email }) => email)
      const accounts = await User.query(db).whereIn('email', emails).where({ disabledAt: null })
      return accounts.map(({ email }) => email)
    },
    'Disable them. Their passwords are public.',
  ),
  ofDemo(
    'Packages',
    async ({ db }) => {
      if (!db) return []
      const { readPackages } = await import('#db/seeds/catalogue/packages.ts')
      const offered = await Package.query(db).where({ isActive: true }).select('name', 'longDescription')
      const texts = new Set(readPackages().map(({ longDescription }) => longDescription))
      return offered.filter(({ longDescription }) => texts.has(longDescription)).map(({ name }) => name)
    },
    'Hide them in the admin area, or rewrite them.',
  ),
]
