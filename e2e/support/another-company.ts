/** Starts the demo shop (`npm start`) with the content folder of an invented company. */
import { appendFileSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { stringify } from 'yaml'
import { DEFAULT_CONTENT_DIR, readContent } from '#api/content/read-content.ts'
import type { Content } from '#api/contract/content/content.ts'
import { acceptPolicies } from '#api/testing/accept-policies.ts'
import { removeEmbeddedPostgres } from '#db/connection/embedded.ts'
import { type NodeProcess, ROOT } from '#db/testing/node-process.ts'
import { startDemo } from './demo.ts'
import { ANOTHER_SHOP_PORT } from './topology.ts'

const DATA_DIR = resolve(ROOT, '.data', 'another-company')
const CONTENT_DIR = join(DATA_DIR, 'content')
const OUTPUT_FILE = join(DATA_DIR, 'output.log')

export const ANOTHER_SITE_DIR = resolve(ROOT, '.data', 'another-company-site')
export const ANOTHER_ORIGIN = `http://localhost:${ANOTHER_SHOP_PORT}`

export interface AnotherShop {
  content: Content
  contentDir: string
  siteDir: string
  mailDir: string
  outputFile: string
}

/** Starts the shop on fresh demo data. Resolves when it is open. */
export async function openAnotherShop(): Promise<NodeProcess> {
  await removeEmbeddedPostgres(DATA_DIR)
  await rm(OUTPUT_FILE, { force: true })
  await writeContentFolder(CONTENT_DIR)
  return await startDemo({
    port: ANOTHER_SHOP_PORT,
    publicOrigin: ANOTHER_ORIGIN,
    dataDir: DATA_DIR,
    siteDir: ANOTHER_SITE_DIR,
    variables: { CONTENT_DIR, SHEDDING: 'off' },
    onOutput: (text) => appendFileSync(OUTPUT_FILE, text),
  })
}

/** The content and folders of the shop started by {@link openAnotherShop}. */
export function readAnotherShop(): AnotherShop {
  return {
    content: readContent(CONTENT_DIR),
    contentDir: CONTENT_DIR,
    siteDir: ANOTHER_SITE_DIR,
    mailDir: join(DATA_DIR, 'mail'),
    outputFile: OUTPUT_FILE,
  }
}

/** Copies e2e/another-company to `dir`, and adds a short text for each policy that the shop needs. */
export async function writeContentFolder(dir: string): Promise<void> {
  await cp(join(ROOT, 'e2e', 'another-company'), dir, { recursive: true })
  await mkdir(join(dir, 'policies'))
  const text = '\n\n## 1. Fair play\n\nWe do what we have said, or you get your money back.\n'
  for (const { slug, title, order } of readContent(DEFAULT_CONTENT_DIR).policies) {
    const head = {
      title,
      description: `What holds between you and us when you buy work from a small company in Bergen, told in so few words that you will read it: ${order}.`,
      keywords: 'policy, Bergen',
      effectiveDate: 'Effective Date: May 17, 2026',
      order,
    }
    const tracker = '\n{{advertising.cookies}}\n\n{{advertising.sharing}}\n'
    const body = slug === 'privacy-policy' ? `${text}${tracker}` : text
    await writeFile(join(dir, 'policies', `${slug}.md`), `---\n${stringify(head)}---${body}`)
  }
  await writeFile(join(dir, 'policies', 'versions.yaml'), stringify({}))
  await acceptPolicies(dir)
}
