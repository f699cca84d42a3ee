/** Links in mails, opened by visitors and by other users. Also signing in on any page. */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import { Order } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { insertCoupon } from '#db/testing/builders.ts'
import { createBuyer } from '#e2e/journeys/support/buyer.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { findLink, receiveMails } from '#e2e/journeys/support/mailbox.ts'
import { createPaidOrder, createPerson, PASSWORD, signInAs } from '#e2e/journeys/support/people.ts'
import { readCode, setUpApp } from '#e2e/journeys/support/second-factor.ts'
import { signInOf } from '#e2e/journeys/support/sign-in.ts'
import { getPackage } from '#e2e/support/database.ts'

const PHONE = { width: 375, height: 800 }

const signOut = (page: Page) => page.request.post('/api/auth/logout')

const createCustomer = (db: Knex) =>
  createPerson(db, { firstName: 'Clara', email: createBuyer('Clara').email })

/** Places an order that costs nothing. @returns the link of its confirmation mail */
async function orderAndReadMail(page: Page, db: Knex, user: User): Promise<string> {
  await signInAs(page, user)
  const coupon = await insertCoupon(db, { discountHundredths: 10_000 })
  const { id: packageId } = await getPackage(db, 'site-audit')
  const placed = await page.request.post('/api/create-order', {
    data: { packageId, userId: user.id, finalAmount: 0, couponCode: coupon.code },
  })
  expect(placed.status()).toBe(201)
  const [mail] = await receiveMails(db, { kind: 'order_confirmation', to: user.email })
  await signOut(page)
  return findLink(mail as never, '/dashboard')
}

async function givePassword(page: Page): Promise<void> {
  await signInOf(page).getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

async function expectOrder(page: Page, { id }: User, db: Knex): Promise<void> {
  const order = await Order.query(db).findOne({ userId: id }).throwIfNotFound()
  await expect(page.getByRole('heading', { level: 1, name: order.packageName })).toBeVisible()
  await expect(page.getByText(order.invoiceNumber)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?order=${order.id}$`))
}

test('a mailed link to an order asks to sign in, e-mail filled in, and opens it', async ({ page, db }) => {
  await page.setViewportSize(PHONE)
  const user = await createCustomer(db)
  const link = await orderAndReadMail(page, db, user)
  await page.goto(link)
  await expect(signInOf(page).getByRole('textbox', { name: 'Email' })).toHaveValue(user.email)
  await expect(signInOf(page).getByLabel('Password')).toBeFocused()
  await expect(signInOf(page)).toContainText('Sign in to continue.')
  expect(page.url()).not.toContain('example.com')
  await givePassword(page)
  await expectToast(page, 'Logged in successfully')
  await expectOrder(page, user, db)
  // For a signed-in user the link simply opens the order.
  await page.goto('/about')
  await page.goto(link)
  await expectOrder(page, user, db)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an order’s address without an e-mail asks to sign in, too, and after a reload', async ({
  page,
  db,
}) => {
  const order = await createPaidOrder(db)
  await page.goto(`/dashboard?order=${order.id}`)
  await expect(signInOf(page).getByRole('textbox', { name: 'Email' })).toHaveValue('')
  await page.reload()
  await expect(signInOf(page)).toBeVisible()
})

test('a link that was mailed to another account says so, and signs in to that one', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/404 .*orders/)
  const user = await createCustomer(db)
  const link = await orderAndReadMail(page, db, user)
  const other = await createPerson(db, { firstName: 'Olga' })
  await signInAs(page, other)
  await page.goto(link)
  const notice = page.getByRole('dialog', { name: 'This link is for another account' })
  await expect(notice).toContainText(`You’re signed in as ${other.email}`)
  await expect(notice).not.toContainText(user.email)
  await notice.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(
    page.getByText('The link may be wrong, or the order belongs to another account.'),
  ).toBeVisible()

  await page.goto('/about')
  await page.goto(link)
  await notice.getByRole('button', { name: 'Switch account' }).click()
  await expect(signInOf(page).getByRole('textbox', { name: 'Email' })).toHaveValue(user.email)
  await givePassword(page)
  await expectOrder(page, user, db)
})

test('a second factor stands between a mailed link and its order, and leads to it', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/401/)
  const user = await createCustomer(db)
  const link = await orderAndReadMail(page, db, user)
  await signInAs(page, user)
  const { secret } = await setUpApp(page)
  await signOut(page)
  await page.goto(link)
  await givePassword(page)
  const step = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await step.getByLabel('6-digit code').fill(readCode(secret, 1))
  await page.keyboard.press('Enter')
  await expectOrder(page, user, db)
})

test('staff who follow the mail about new work stay in their area; so do staff and admins who sign in there', async ({
  page,
  db,
}) => {
  const order = await createPaidOrder(db)
  const staff = await createPerson(db, { firstName: 'Sam', isStaff: true })
  const admin = await createPerson(db, { firstName: 'Ada', isAdmin: true })
  await signInAs(page, admin)
  const assigned = await page.request.post('/api/admin/staff-assignments', {
    data: { staffId: staff.id, orderId: order.id },
  })
  expect(assigned.status()).toBe(201)
  await signOut(page)
  const [mail] = await receiveMails(db, { kind: 'assignment', to: staff.email })
  await page.goto(findLink(mail as never, '/staff'))
  await expect(signInOf(page).getByRole('textbox', { name: 'Email' })).toHaveValue(staff.email)
  await givePassword(page)
  await expect(page.getByRole('heading', { level: 1, name: order.packageName })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/staff\\?order=${order.id}$`))

  for (const [path, user, signedIn] of [
    ['/staff', staff, 'Sign Out'],
    ['/admin?tab=coupons', admin, 'Logout'],
  ] as const) {
    // Leaves the shop, because the requests of an open page would be refused.
    await page.goto('about:blank')
    await signOut(page)
    await page.goto(path)
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
    await signInOf(page).getByLabel('Email').fill(user.email)
    await givePassword(page)
    await expect(page.getByRole('banner').getByRole('button', { name: signedIn })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path.replace('?', '\\?')}$`))
  }
  // A customer's sign-in leads to their own area.
  await page.goto('about:blank')
  await signOut(page)
  await page.goto('/staff')
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await signInOf(page)
    .getByLabel('Email')
    .fill((await createCustomer(db)).email)
  await givePassword(page)
  await page.waitForURL('**/dashboard', { waitUntil: 'commit' })
})

test('a guest with an account signs in on the checkout and keeps the coupon', async ({ page, db }) => {
  await page.setViewportSize(PHONE)
  const user = await createCustomer(db)
  const coupon = await insertCoupon(db, { discountHundredths: 2_000 })
  const { id } = await getPackage(db, 'site-audit')
  await page.goto(`/checkout?packageId=${id}`)
  await page.getByLabel('First name').fill('Clara')
  await page.getByRole('main').getByLabel('Email').fill(user.email)
  await page.getByLabel('Coupon code').fill(coupon.code)
  await page.getByLabel('Coupon code').press('Enter')
  await expectToast(page, 'Coupon Applied!')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(signInOf(page).getByRole('textbox', { name: 'Email' })).toHaveValue(user.email)
  // Closing the dialog leaves the form as it was.
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('First name')).toHaveValue('Clara')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await givePassword(page)
  await expectToast(page, 'Logged in successfully')
  await expect(page.getByRole('region', { name: 'Billing Details' })).toContainText(user.email)
  await expect(page.getByText(coupon.code, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $79.20' })).toBeEnabled()
  await expect(page).toHaveURL(new RegExp(`/checkout\\?packageId=${id}$`))
})

test('a buyer with an account signs in from the purchase form and goes on with the coupon', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/401/)
  await page.setViewportSize(PHONE)
  const user = await createCustomer(db)
  await signInAs(page, user)
  const { secret } = await setUpApp(page)
  await signOut(page)
  const coupon = await insertCoupon(db, { discountHundredths: 2_000 })
  await page.goto('/packages/site-audit')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  const form = page.getByRole('dialog', { name: /^Get Started with / })
  await form.getByLabel('Email').fill(user.email)
  await form.getByLabel('Coupon code').fill(coupon.code)
  await form.getByLabel('Coupon code').press('Enter')
  await expectToast(page, 'Coupon Applied!')
  await form.getByRole('button', { name: 'Sign in' }).click()
  await givePassword(page)
  const step = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await step.getByLabel('6-digit code').fill(readCode(secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/checkout?packageId=*')
  await expect(page.getByRole('region', { name: 'Billing Details' })).toContainText(user.email)
  await expect(page.getByRole('button', { name: 'Pay $79.20' })).toBeEnabled()
})
