/** Offers that admins write: one accepted and paid by a new customer, and the shortest kind, a payment link. */
import { expect } from 'playwright/test'
import { Order } from '#db/models/orders/order.ts'
import { createBuyer, DETAILS } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf } from '#e2e/journeys/support/journey.ts'
import { findLink, receiveMails } from '#e2e/journeys/support/mailbox.ts'
import { createPerson, adminTest as test } from '#e2e/journeys/support/people.ts'

test('an offer is written and mailed, and somebody new accepts and pays it at 375 px', async ({
  page,
  db,
  admin,
  browser,
}) => {
  expect(admin.isAdmin).toBe(true)
  const buyer = createBuyer()
  await page.goto('/admin?view=offers')
  await page.getByRole('button', { name: 'New offer' }).click()
  await expect(page).toHaveURL('/admin?view=offers&offer=new')
  const editor = page.getByRole('group', { name: 'Offer' })
  const paper = page.getByRole('region', { name: 'What your customer sees' })
  await editor.getByLabel('First name').fill(buyer.firstName)
  await editor.getByLabel('Last name').fill('Holm')
  await editor.getByLabel('Email').fill(buyer.email)
  await editor.getByLabel(/^Title/).fill('Two more pages')
  await editor.getByRole('textbox', { name: 'Line 1' }).fill('Two pages')
  await editor.getByLabel('Price (USD)').fill('400')
  await editor.getByRole('button', { name: 'Add a question' }).click()
  await editor.getByRole('textbox', { name: 'Question 1' }).fill('Which pages?')
  await editor.getByLabel('Payment plan').selectOption('2')
  await editor.getByLabel('Delivery in business days').fill('5')
  await editor.getByLabel('Changes included').fill('2')
  for (const text of ['Two more pages', '$200.00', '5 business days', 'Changes included2', 'Which pages?'])
    await expect(paper).toContainText(text)
  // What is typed stays where it is, also through a reload.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(editor.getByLabel(/^Title/)).toHaveValue('Two more pages')
  await editor.getByLabel('Payment plan').selectOption('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/view=offers&offer=\d+$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: 'Send by email' }).click()
  const sent = page.getByRole('dialog', { name: / sent$/ })
  await expect(sent).toBeVisible()
  // The page behind the dialog knows, too.
  await expect(page.getByText('Draft', { exact: true })).toHaveCount(0)
  await sent.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()

  const [mail] = await receiveMails(db, { kind: 'offer_sent', to: buyer.email })
  if (!mail) throw new Error('The offer was not mailed')
  // In this time zone the next day may have begun, but the page must name the same day as the mail.
  const customer = await browser.newPage({
    viewport: { width: 375, height: 800 },
    timezoneId: 'Pacific/Auckland',
  })
  await customer.goto(findLink(mail, '/offer'))
  const [, day, month = '', year] = /Valid until\W+(\d+) (\w+) (\d{4})/.exec(mail.text ?? '') ?? []
  const until = new RegExp(`^${day} ${month.slice(0, 3)}\\w* ${year}$`)
  await expect(customer.getByText(until)).toBeVisible()
  const skip = customer.getByRole('link', { name: 'Skip to content' })
  await skip.press('Enter')
  await customer.getByLabel(/^I accept this offer/).check()
  await customer.getByRole('button', { name: 'Accept the offer' }).click()
  await customer.getByLabel('Country').selectOption('DK')
  for (const [label, text] of Object.entries({ ...DETAILS, Password: buyer.password }))
    await customer.getByLabel(label, { exact: false }).first().fill(text)
  await customer.getByRole('button', { name: 'Pay $400.00' }).click()
  await checkoutOf(customer).getByRole('button', { name: 'Pay', exact: true }).click()
  await customer.waitForURL('**/dashboard**')
  const order = await Order.query(db).findOne({ packageName: 'Two more pages', paymentStatus: 'paid' })
  await customer.goto(`/dashboard?order=${order?.id}`)
  await expect(customer.getByText('Offer', { exact: true })).toBeVisible()
  await customer.close()
})

test('a payment link is made from the page of a customer, and paid', async ({ page, db, admin, browser }) => {
  expect(admin.isAdmin).toBe(true)
  const person = await createPerson(db, { firstName: 'Ole' })
  await page.goto(`/admin?user=${person.id}`)
  await page.getByRole('button', { name: 'Payment link' }).click()
  const form = page.getByRole('dialog', { name: 'Payment link' })
  await expect(form.getByLabel('Email')).toHaveValue(person.email)
  await form.getByLabel('Title').fill('An hour of advice')
  await form.getByLabel('Amount (USD)').fill('90')
  await form.getByRole('button', { name: 'Get link' }).click()
  const shown = page.getByRole('dialog', { name: /^Link to OF-/ })
  const link = await shown.getByText(/\/offer#/).textContent()
  const customer = await browser.newPage()
  await customer.goto(link ?? '')
  await customer.getByLabel(/^I accept this offer/).check()
  await customer.getByRole('button', { name: 'Accept the offer' }).click()
  await customer.getByRole('button', { name: 'Pay $90.00' }).click()
  // Even if the offer cannot be fetched again, the page must not ask for the payment again.
  await customer.route('**/api/offers/open', (route) => route.abort())
  await checkoutOf(customer).getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(customer.getByText(/^Order INV-\d+ is paid$/)).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Pay $90.00' })).toHaveCount(0)
  await customer.close()
  await shown.getByRole('button', { name: 'Done' }).click()
  expect(await Order.query(db).findOne({ userId: person.id })).toMatchObject({ paymentStatus: 'paid' })
})
