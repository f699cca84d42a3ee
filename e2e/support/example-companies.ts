/** The example shops of docs/make-it-yours.md, 2. Money and tax. Each changes some files in the content folder of `npm start`. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runnerImport } from 'vite'
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

export type Example = 'jaipur' | 'singapore' | 'austin'

export const dataDirOf = (example: Example) => resolve(ROOT, '.data', `${example}-company`)

/** @returns the example's content, and its folder */
export async function writeExample(example: Example): Promise<{ contentDir: string; content: Content }> {
  const contentDir = join(dataDirOf(example), 'content')
  await rm(contentDir, { recursive: true, force: true })
  await mkdir(contentDir, { recursive: true })
  for (const folder of [DEFAULT_CONTENT_DIR, `e2e/${example}-company`])
    await cp(join(ROOT, folder), contentDir, { recursive: true })
  await dateAnew(join(contentDir, 'policies'))
  await acceptPolicies(contentDir)
  return { contentDir, content: readContent(contentDir) }
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
  const { contentDir, content } = await writeExample(example)
  const readSecret = async (name: string) => (await readFile(join(host.dataDir, name), 'utf8')).trim()
  const url = new URL(await readSecret(DATABASE_URL_FILE))
  const server = createDb(url.href, { poolMax: 1 })
  const database = `${example}_${crypto.randomUUID().slice(0, 8)}`
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
    variables: { CONTENT_DIR: contentDir, DATA_DIR: dataDirOf(example), SHEDDING: 'off' },
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
    logo: `data:image/png;base64,${await readFile(join(dataDirOf(example), 'content', 'logo.png'), 'base64')}`,
  })
  const path = join(dataDirOf(example), `invoice-${invoice.document.charged.currency}.pdf`)
  await writeFile(path, Buffer.from(pdf.output('arraybuffer')))
  return path
}
