/** The example shops of docs/make-it-yours.md, 2. Money and tax. Each changes a few lines in the content folder of `npm start`. */
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runnerImport } from 'vite'
import { parse, stringify } from 'yaml'
import * as z from 'zod'
import { DEFAULT_CONTENT_DIR, readContent } from '#api/content/read-content.ts'
import type { Content } from '#api/contract/content/content.ts'
import type { InvoiceResponse } from '#api/contract/money/invoices.ts'
import { seedRules } from '#api/demo/seed-rules.ts'
import { acceptPolicies } from '#api/testing/accept-policies.ts'
import { ApiProcess } from '#api/testing/api-process.ts'
import { createDb } from '#db/connection/connection.ts'
import { DATABASE_URL_FILE } from '#db/connection/embedded.ts'
import { seedDemoBasics } from '#db/seeds/demo.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { contentModules } from '#site/content-modules.ts'

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

export const dataDirOf = (example: Example) => resolve(ROOT, '.data', `example-${example}`)
const contentDirOf = (example: Example) => join(dataDirOf(example), 'content')

/** Writes the example's content folder. */
export async function writeExample(example: Example, contentDir = contentDirOf(example)): Promise<Content> {
  await rm(contentDir, { recursive: true, force: true })
  await cp(join(ROOT, DEFAULT_CONTENT_DIR), contentDir, { recursive: true })
  const changes = z.record(z.string(), z.record(z.string(), z.unknown())).parse(parse(EXAMPLES[example]))
  for (const [name, keys] of Object.entries(changes)) {
    const file = join(contentDir, `${name}.yaml`)
    const text = existsSync(file) ? await readFile(file, 'utf8') : '{}'
    await writeFile(file, stringify({ ...parse(text), ...keys }))
  }
  await dateAnew(join(contentDir, 'policies'))
  await acceptPolicies(contentDir)
  return readContent(contentDir)
}

async function dateAnew(policiesDir: string): Promise<void> {
  for (const name of await readdir(policiesDir)) {
    if (!name.endsWith('.md')) continue
    const file = join(policiesDir, name)
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/Last updated [^']+/, 'Last updated January 1, 2027'))
  }
}

/**
 * Starts an API process of the example. It uses its own database on a demo's server, and the demo's payment sandbox.
 * @param host the demo
 */
export async function openExample(example: Example, host: { dataDir: string; origin: string }) {
  const content = await writeExample(example)
  const readSecret = async (name: string) => (await readFile(join(host.dataDir, name), 'utf8')).trim()
  const url = new URL(await readSecret(DATABASE_URL_FILE))
  const server = createDb(url.href, { poolMax: 1 })
  const database = `example_${crypto.randomUUID().slice(0, 8)}`
  await server.raw(`CREATE DATABASE ${database}`)
  await server.destroy()
  url.pathname = `/${database}`
  const db = createDb(url.href, { poolMax: 2 })
  await db.migrate.latest()
  await seedDemoBasics(db, { ...seedRules, currency: content.currencies.default })
  await db.destroy()
  const api = await ApiProcess.create({
    databaseUrl: url.href,
    providerUrl: `${host.origin}/sandbox/razorpay`,
    credentials: {
      keyId: 'rzp_test_sandbox',
      keySecret: await readSecret('sandbox-key-secret'),
      webhookSecret: await readSecret('sandbox-webhook-secret'),
    },
    sessionSecret: 'of an example'.repeat(4),
    variables: { CONTENT_DIR: contentDirOf(example), DATA_DIR: dataDirOf(example), SHEDDING: 'off' },
  })
  await api.start()
  return { api, content }
}

/** Draws an invoice as the example's pages do. @returns the PDF's path */
export async function drawExample(
  example: Example,
  content: Content,
  invoice: InvoiceResponse,
): Promise<string> {
  const load = async <Module>(file: string) =>
    (
      await runnerImport<Module>(join(ROOT, 'site', 'invoice', file), {
        root: ROOT,
        configFile: false,
        plugins: [contentModules(content)],
      })
    ).module
  const { describeInvoice } =
    await load<typeof import('#site/invoice/describe-invoice.ts')>('describe-invoice.ts')
  const { drawInvoice } = await load<typeof import('#site/invoice/draw-invoice.ts')>('draw-invoice.ts')
  const readFont = async (name: string) =>
    new Uint8Array(await readFile(join(ROOT, 'site', 'invoice', 'fonts', `inter-${name}.ttf`)))
  const pdf = drawInvoice(describeInvoice(invoice), {
    regular: await readFont('regular'),
    bold: await readFont('semibold'),
    logo: `data:image/png;base64,${await readFile(join(contentDirOf(example), 'logo.png'), 'base64')}`,
  })
  const path = join(dataDirOf(example), `invoice-${invoice.document.charged.currency}.pdf`)
  await writeFile(path, Buffer.from(pdf.output('arraybuffer')))
  return path
}
