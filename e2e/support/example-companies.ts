/** The example shops of docs/make-it-yours.md, 2. Money and tax. Each changes a few lines of `site/content`. */
import { existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import * as z from 'zod'
import { DEFAULT_CONTENT_DIR, readContent } from '#api/content/read-content.ts'
import type { Content } from '#api/contract/content/content.ts'
import { acceptPolicies } from '#api/testing/accept-policies.ts'
import { ROOT } from '#db/testing/node-process.ts'

/** What each writes over the YAML files of `site/content`: a file's name, and the keys that differ. */
const EXAMPLES = {
  india: `
currencies:
  default: USD
  offered:
    - { code: INR, countries: [IN], endings: "9" }
`,
  singapore: `
brand:
  registeredAddress: { lines: [7 Example Quay], city: Singapore, postalCode: "049999", country: Singapore, countryCode: SG }
  taxLabel: GST Reg. No.
  taxNumber: M90000000X
  tax:
    scheme: domestic
    financialYearStart: 1
    name: GST
    ratePercent: 9
    home:
      sentence: Standard-rated supply. The price includes GST.
      source: Goods and Services Tax (General) Regulations, regulation 11(1)(f) and (i)
    abroad:
      sentence: Zero-rated supply of international services
      source: Goods and Services Tax Act 1993, section 21
currencies:
  default: SGD
  offered:
    - { code: USD, countries: [AE, AU, CA, CH, DE, DK, FR, GB, HK, IE, JP, NL, NO, NZ, SE, US], endings: "9" }
`,
  // Without currencies.yaml, rupees would stand beside the dollars.
  unitedStates: `
brand:
  registeredAddress: { lines: [100 Example Street], city: Austin, state: Texas, postalCode: "78701", country: United States, countryCode: US }
  taxLabel: EIN
  taxNumber: 00-0000000
  tax: { scheme: none, financialYearStart: 1 }
currencies:
  default: USD
`,
}
export type Example = keyof typeof EXAMPLES

export const writeExample = (example: Example, contentDir: string) =>
  writeContent(contentDir, EXAMPLES[example])

/** Writes `site/content` with changes. @param yaml by file the keys that differ, as in EXAMPLES */
export async function writeContent(contentDir: string, yaml: string): Promise<Content> {
  await rm(contentDir, { recursive: true, force: true })
  await cp(join(ROOT, DEFAULT_CONTENT_DIR), contentDir, { recursive: true })
  const changes = z.record(z.string(), z.record(z.string(), z.unknown())).parse(parse(yaml))
  for (const [name, keys] of Object.entries(changes)) {
    const file = join(contentDir, `${name}.yaml`)
    const text = existsSync(file) ? await readFile(file, 'utf8') : '{}'
    await writeFile(file, stringify({ ...parse(text), ...keys }))
  }
  // The policies name the tax and the currencies, so they must be accepted again.
  await acceptPolicies(contentDir)
  return readContent(contentDir)
}
