/** The journeys that must work in every browser: buying, an order's conversation, the work on it, the back office. */
import { writeFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { Message } from '#db/models/orders/message.ts'
import { OrderAnswer } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { insertAssignment, insertCoupon } from '#db/testing/builders.ts'
import { createBuyer, DETAILS } from '#e2e/journeys/support/buyer.ts'
import { createPaidOrder, createPerson } from '#e2e/journeys/support/people.ts'
import { describeOrders } from '#e2e/support/database.ts'
import { test } from './engine-test.ts'
import type { Visitor } from './visitor.ts'

type Buyer = ReturnType<typeof createBuyer>

/** Types into some fields, and sets the others as autofill does. */
async function fillForm(visitor: Visitor, buyer: Buyer): Promise<void> {
  await visitor.fill('First name', buyer.firstName)
  await visitor.set('Last name', DETAILS['Last name'])
  await visitor.set('Email', buyer.email)
  await visitor.fill('Phone', DETAILS.Phone)
  // The country comes first, because the address labels depend on it.
  await visitor.set('Country', 'DK')
  for (const [label, value] of Object.entries(DETAILS).slice(2)) await visitor.set(label, value)
  await visitor.fill('Password', buyer.password)
}

async function openPurchase(visitor: Visitor, slug: string): Promise<void> {
  await visitor.open(`/packages/${slug}`)
  await visitor.click('Buy Now')
  await visitor.see(/^Get Started with/)
}

test('a visitor buys with a coupon, and finds the order on the dashboard', async ({ visitor, db }) => {
  const buyer = createBuyer()
  const { code } = await insertCoupon(db)
  await openPurchase(visitor, 'site-audit')
  await fillForm(visitor, buyer)
  await visitor.fill('Coupon code', code)
  await visitor.click('Apply')
  await visitor.see(/Coupon \(?.*-\$|Remove/)
  await visitor.click(/^Pay \$/)
  await visitor.see('Test checkout')
  await visitor.click('Pay')
  await visitor.seeAddress(/\/dashboard$/)
  await visitor.see(`Welcome, ${buyer.firstName}`)
  await visitor.see('Website and SEO Audit')
  const [line] = await describeOrders(db, buyer.email)
  expect(line).toMatch(new RegExp(`paid.*captured \\d+, ${code}$`))
})

test('a payment that is declined can be made later, for the same order', async ({ visitor, db }) => {
  const buyer = createBuyer()
  await openPurchase(visitor, 'site-audit')
  await fillForm(visitor, buyer)
  await visitor.click(/^Pay \$/)
  await visitor.click('Simulate a decline')
  await visitor.seeAddress(/\/payment-failed/)
  await visitor.click(/^Pay without filling/)
  await visitor.see('Test checkout')
  await visitor.click('Pay')
  await visitor.seeAddress(/\/dashboard/)
  await expect.poll(() => describeOrders(db, buyer.email)).toEqual(['pending, paid, 9900, captured 9900'])
})

test('a customer answers the questions, and sends a message with a file', async ({
  visitor,
  db,
}, testInfo) => {
  const customer = await createPerson(db)
  const { id: orderId, packageId } = await createPaidOrder(db, { userId: customer.id })
  const asked = await PackageQuestion.query(db).where({ packageId }).orderBy('position')
  await visitor.signIn(customer)
  await visitor.open('/dashboard')
  await visitor.click(/^Questions about/)
  await visitor.fill(asked[0]?.question ?? '', 'whitfield.example')
  await visitor.click('Save 1 answer')
  await visitor.see('Saved')
  expect(await OrderAnswer.query(db).where({ orderId })).toMatchObject([{ answer: 'whitfield.example' }])

  const file = testInfo.outputPath('plan.txt')
  await writeFile(file, 'The plan of the house')
  await visitor.open(`/dashboard?order=${orderId}`)
  await visitor.fill('Message', 'Here is the plan.')
  await visitor.chooseFile('Files to add', file)
  await visitor.see(/plan\.txt 1 KB/)
  await visitor.click('Send')
  await expect.poll(() => Message.query(db).where({ orderId })).toMatchObject([{ text: 'Here is the plan.' }])
  await visitor.see(/Here is the plan\. .*plan\.txt/)
})

test('a customer changes the profile', async ({ visitor, db }) => {
  const customer = await createPerson(db)
  await visitor.signIn(customer)
  await visitor.open('/dashboard')
  await visitor.click('Manage Profile')
  await visitor.fill('Company', 'Whitfield & Rowe')
  await visitor.click('Save Changes')
  await visitor.see('Profile Updated')
  await visitor.see('Whitfield & Rowe')
  expect((await customer.$query(db)).company).toBe('Whitfield & Rowe')
})

test('an admin creates a package and a coupon', async ({ visitor, db }) => {
  const admin = await createPerson(db, { isAdmin: true })
  const [name, code] = [`Launch ${crypto.randomUUID().slice(0, 8)}`, `E${crypto.randomUUID().slice(0, 8)}`]
  await visitor.signIn(admin)
  await visitor.open('/admin?tab=packages&q=audit')
  await visitor.click('New package')
  await visitor.fill('Name', name)
  await visitor.fill('Price in US dollars', '499.50')
  await visitor.fill('Delivery in business days', '7')
  await visitor.fill('Short description', 'All for the first week.')
  // Keeps the new package out of the shop, because other tests count the packages.
  await visitor.click('In the shop')
  await visitor.click('Create Package')
  await expect
    .poll(() => Package.query(db).findOne({ name }))
    .toMatchObject({ priceCents: 49_950, isActive: false })

  await visitor.open('/admin?tab=coupons&q=WELCOME10')
  await visitor.click('New coupon')
  await visitor.fill('Code', code)
  await visitor.fill('Discount (%)', '15')
  await visitor.set('Expires', '2099-12-31T23:59')
  await visitor.click('Create Coupon')
  const created = () => Coupon.query(db).findOne({ code: code.toUpperCase() })
  await expect.poll(created).toMatchObject({ discountType: 'percentage', expiresAt: expect.any(Date) })
  await admin.$query(db).patch({ isAdmin: false })
})

test('staff complete their work', async ({ visitor, db }) => {
  const staff = await createPerson(db, { firstName: 'Sam', isStaff: true })
  const { id: orderId } = await createPaidOrder(db, { status: 'processing', answersInAt: new Date() })
  const { id } = await insertAssignment(db, {
    orderId,
    staffId: staff.id,
    assignedById: staff.id,
    status: 'in_progress',
  })
  await visitor.signIn(staff)
  await visitor.open('/staff')
  await visitor.click('Mark Complete')
  await visitor.fill('Delivery note', 'The new site is live.')
  await visitor.click('Mark Complete')
  await expect.poll(() => StaffAssignment.query(db).findById(id)).toMatchObject({ status: 'completed' })
})
