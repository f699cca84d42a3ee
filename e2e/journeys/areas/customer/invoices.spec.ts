/** Invoices and credit notes: a customer completes and downloads them, and admins download them. */

import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from 'playwright/test'
import { brand } from '#api/content/content.ts'
import { insertRefund } from '#db/testing/builders.ts'
import { createBuyer, fillGuestForm } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, expectToast, test } from '#e2e/journeys/support/journey.ts'
import { readPdf } from '#e2e/journeys/support/pdf.ts'
import { adminTest, createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { findOrders, getPackage } from '#e2e/support/database.ts'

const PLACEHOLDERS = /Guest Purchase|Not provided|000000/

async function download(page: Page, button: Locator): Promise<{ name: string; path: string }> {
  const coming = page.waitForEvent('download')
  await button.click()
  const file = await coming
  return { name: file.suggestedFilename(), path: await file.path() }
}

const compact = (text = '') => text.replaceAll(/\s+/g, '')
/** @returns the buyer in an invoice's text, without blanks, because long lines are wrapped */
const readBuyer = (text: string) => compact(/Billed to (.*?) PAID Charged \$/.exec(text)?.[1])

test('a guest of another country completes the billing details, and gets a credit note and a new invoice', async ({
  page,
  db,
  expectFault,
}) => {
  const buyer = createBuyer()
  const { id } = await getPackage(db, 'cloud-review')
  await page.goto(`/checkout?packageId=${id}`)
  await fillGuestForm(page.getByRole('main').locator('form'), buyer)
  await page.getByRole('button', { name: /^Pay / }).click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/dashboard', { waitUntil: 'commit' })
  const [order] = await findOrders(db, buyer.email)
  await page.goto(`/dashboard?order=${order?.id}`)

  const invoice = page.getByRole('button', { name: `Download the invoice of order ${order?.id}` })
  const first = await download(page, invoice)
  await expectToast(page, 'Invoice Downloaded')
  const before = await readPdf(first.path)
  expect(before).not.toMatch(PLACEHOLDERS)
  expect(readBuyer(before)).toBe(compact(`${buyer.firstName} Holm ${buyer.email}`))

  await page.getByRole('button', { name: 'Complete billing details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Billing details' })
  expectFault(/400 .*billing-details/)
  await dialog.getByRole('button', { name: 'Issue new invoice' }).click()
  await expect(dialog.getByText('Address must be at least 5 characters')).toBeVisible()
  await dialog.getByLabel('Address').fill('Bredgade 12')
  await dialog.getByLabel('City').fill('Copenhagen')
  await dialog.getByLabel('State').fill('Hovedstaden')
  await dialog.getByLabel('ZIP/PIN code').fill('1260')
  await dialog.getByLabel('Country').selectOption('Denmark')
  await dialog.getByLabel('Tax ID (optional)').fill('29AAGCB7383J1Z5')
  await dialog.getByRole('button', { name: 'Issue new invoice' }).click()
  await expect(dialog.getByText('This is not a valid GSTIN')).toBeVisible()
  await expect(dialog.getByLabel('Tax ID (optional)')).toBeFocused()
  await dialog.getByLabel('Tax ID (optional)').fill('DK 12345678')
  await dialog.getByRole('button', { name: 'Issue new invoice' }).click()
  await expectToast(page, 'New Invoice Issued')

  const card = page.getByRole('region', { name: 'Invoice and credit notes' })
  await expect(card.getByRole('listitem')).toHaveCount(2)
  const credit = await download(page, card.getByRole('button', { name: /^Download the credit note CN-/ }))
  await expectToast(page, 'Credit Note Downloaded')
  expect(credit.name).toMatch(new RegExp(`^${brand.filePrefix}Credit-Note-CN-[\\d-]+\\.pdf$`))
  const note = await readPdf(credit.path)
  expect(note).toContain('Credit note')
  expect(note).not.toMatch(PLACEHOLDERS)

  const second = await download(page, invoice)
  const after = await readPdf(second.path)
  expect(readBuyer(after)).toContain(
    compact('Bredgade 12 Copenhagen, Hovedstaden 1260 Denmark Tax ID DK 12345678'),
  )
  expect(compact(after)).toContain(compact('LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX'))
  await expect(page.getByRole('button', { name: 'Correct billing details' })).toBeVisible()
})

adminTest('an admin downloads any invoice, and the files for the accountant', async ({ page, db, admin }) => {
  const { invoiceNumber } = await createPaidOrder(db)
  await page.goto(`/admin?tab=orders&q=${invoiceNumber}`)
  await page.getByRole('link', { name: invoiceNumber, exact: true }).click()
  const papers = page.getByRole('region', { name: 'Invoices and credit notes' })
  const paper = papers.getByRole('button', { name: /^Download / })
  const serial = (await paper.getAttribute('aria-label'))?.replace('Download ', '') ?? ''
  const { path } = await download(page, paper)
  await expectToast(page, 'Invoice Downloaded')
  expect(await readPdf(path)).toContain(serial)
  await page.goBack()

  await page.getByRole('button', { name: 'Export for accounting' }).click()
  const period = page.getByRole('dialog', { name: 'Export for accounting' })
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10)
  await period.getByLabel('From').fill('2026-01-01')
  await period.getByLabel('To').fill('2025-01-01')
  await expect(period.getByText('This date is before the first one')).toBeVisible()
  await period.getByLabel('To').fill(tomorrow)
  const linesOf = async (link: string, fileName: RegExp) => {
    const file = await download(page, period.getByRole('link', { name: link }))
    expect(file.name).toMatch(fileName)
    return (await readFile(file.path, 'utf8')).split('\r\n')
  }
  const invoices = await linesOf('Invoices and credit notes', /^invoices-\d{4}-\d\d-\d\d\.csv$/)
  expect(invoices.find((line) => line.includes(`"${serial}"`))).toContain(`"${invoiceNumber}"`)
  expect(await linesOf('Orders', /^orders-/)).toContainEqual(expect.stringContaining(`"${invoiceNumber}"`))
  expect((await linesOf('Refunds', /^refunds-/))[0]).toContain('"Refund ID"')
  expect(admin.isAdmin).toBe(true)
})

test('a refunded order of the history leads to its credit note', async ({ page, db }) => {
  const customer = await createPerson(db)
  const userId = customer.id
  const [kept, refunded] = [await createPaidOrder(db, { userId }), await createPaidOrder(db, { userId })]
  await insertRefund(db, { orderId: refunded.id, amountCents: 2_000 })
  await signInAs(page, customer)
  await page.goto('/dashboard')
  const linkOf = ({ invoiceNumber }: { invoiceNumber: string }) =>
    page.getByRole('link', { name: `Credit note of ${invoiceNumber}` })
  await linkOf(refunded).click()
  await expect(page.getByRole('button', { name: /^Download the credit note/ })).toBeInViewport()
  await page.goBack()
  await expect(page.getByRole('link', { name: `Track ${kept.invoiceNumber}` })).toBeVisible()
  await expect(linkOf(kept)).toHaveCount(0)
})

const SCRIPTS = [
  { name: 'सीता', surname: 'क्षत्रिय', company: 'प्रौद्योगिकी ट्रस्ट', script: 'Devanagari' },
  { name: 'مُحَمَّد', surname: 'العربي', company: 'شركة Acme للتقنية 2024', script: 'Arabic' },
  { name: 'สมชาย', surname: 'ใจดี', company: 'บริษัท น้ำใจที่ดี จำกัด', script: 'Thai' },
  { name: '太郎', surname: '山田', company: '東京の株式会社さくら', script: 'JP' },
  { name: 'Ọ̀ṣun', surname: 'Ẹ́niọlá', company: 'Hữu Thọ & שלום Partners', script: 'Hebrew' },
]

for (const { name, surname, company, script } of SCRIPTS) {
  test(`${name} finds the name as it is on the invoice, in the font that the site brings`, async ({
    page,
    db,
  }) => {
    const person = await createPerson(db, {
      firstName: name,
      lastName: surname,
      company,
      address: '12 Mill Lane',
      city: 'London',
      country: 'GB',
      zipCode: 'E2 7JP',
    })
    const order = await createPaidOrder(db, { userId: person.id })
    await signInAs(page, person)
    await page.goto('/dashboard')
    const readFonts = () =>
      page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      )
    const button = page.getByRole('button', { name: `Download the invoice of order ${order.id}` })
    await expect(button).toBeVisible()
    expect((await readFonts()).join()).not.toContain('Noto')
    const { path } = await download(page, button)
    const text = (await readPdf(path)).normalize('NFC')
    for (const part of [name, surname, company])
      expect(compact(text)).toContain(compact(part).normalize('NFC'))
    expect((await readFonts()).join()).toContain(`Noto Sans ${script} Variable`)
  })
}

for (const kind of ['css', 'woff2']) {
  test(`an invoice is made with the browser’s own fonts where the ${kind} of a script does not arrive`, async ({
    page,
    db,
    expectFault,
  }) => {
    expectFault(/status of 404/)
    const person = await createPerson(db, { firstName: 'सीता', lastName: 'क्षत्रिय' })
    const order = await createPaidOrder(db, { userId: person.id })
    await signInAs(page, person)
    await page.goto('/dashboard')
    const button = page.getByRole('button', { name: `Download the invoice of order ${order.id}` })
    await expect(button).toBeVisible()
    const refused: string[] = []
    await page.route(`**/_astro/*.${kind}`, (route) => {
      refused.push(route.request().url())
      return route.fulfill({ status: 404 })
    })
    const { path } = await download(page, button)
    expect(refused).not.toEqual([])
    expect(compact(await readPdf(path)).normalize('NFC')).toContain('सीताक्षत्रिय'.normalize('NFC'))
    expect((await readFile(path, 'latin1')).match(/\/Subtype \/Image/g)?.length).toBeGreaterThanOrEqual(2)
  })
}
