/** The area of accountants. */
import { expect } from 'playwright/test'
import { issueDocuments } from '../../../api/features/invoices/issue.ts'
import { User } from '../../../db/models/user.ts'
import { test } from '../support/journey.ts'
import { createPaidOrder, createPerson, PASSWORD } from '../support/people.ts'

test('signing in leads an accountant to the accounts, until the right is taken away', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/403/)
  const vera = await createPerson(db, { firstName: 'Vera', isAccountant: true })
  const { id, invoiceNumber } = await createPaidOrder(db)
  await issueDocuments(db, id)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(vera.email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/accounts')

  await page.getByRole('searchbox', { name: 'Search orders' }).fill(invoiceNumber)
  await page.getByRole('link', { name: invoiceNumber, exact: true }).click()
  await expect(page.getByText('1 document found')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download / }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  // Others than admins have no way to take it: here it is taken behind the page.
  await User.query(db).findById(vera.id).patch({ isAccountant: false })
  await page.getByRole('link', { name: 'Refunds' }).click()
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
})
