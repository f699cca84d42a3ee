/** A delivery and its acceptance, from both sides at once: staff on a desktop, the customer on a phone. */
import { type Browser, expect, type Page } from 'playwright/test'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { Order } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import type { User } from '#db/models/people/user.ts'
import { insertAssignment, insertDelivery, insertRequest } from '#db/testing/builders.ts'
import { regionOf } from '#e2e/journeys/support/dashboard.ts'
import { expectToast, test, watchContext } from '#e2e/journeys/support/journey.ts'
import { adminTest, createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'

async function openAs(browser: Browser, user: User, path: string, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 812 } })
  await watchContext(context)
  const page = await context.newPage()
  await signInAs(page, user)
  await page.goto(path)
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const stepOf = (page: Page) => regionOf(page, 'Next step')

async function markComplete(desk: Page, note: string, link?: string): Promise<void> {
  await stepOf(desk).getByRole('button', { name: 'Mark Complete' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Mark Complete' })
  await dialog.getByLabel('Delivery note').fill(note)
  if (link) {
    await dialog.getByLabel('Link').fill(link)
    await dialog.getByLabel('Files to add').setInputFiles({
      name: 'handbook.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('How to edit a page'),
    })
    await expect(dialog.getByRole('button', { name: 'Remove handbook.txt' })).toBeVisible()
    // The draft survives a reload, as a message's draft does.
    await desk.reload()
    await stepOf(desk).getByRole('button', { name: 'Mark Complete' }).click()
    await expect(dialog.getByLabel('Delivery note')).toHaveValue(note)
    await expect(dialog.getByRole('button', { name: 'Remove handbook.txt' })).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Mark Complete' }).click()
  await expect(dialog).toHaveCount(0)
}

test('staff deliver, the customer asks for a change and accepts what is delivered anew, without a reload', async ({
  browser,
  db,
}) => {
  test.slow()
  const customer = await createPerson(db, { firstName: 'Amara', lastName: 'Okafor' })
  const staff = await createPerson(db, { firstName: 'Sam', lastName: 'Iyer', isStaff: true })
  const order = await createPaidOrder(db, {
    userId: customer.id,
    status: 'processing',
    includedChanges: 2,
    answersInAt: new Date(),
  })
  const work = {
    orderId: order.id,
    staffId: staff.id,
    assignedById: staff.id,
    status: 'in_progress' as const,
  }
  await insertAssignment(db, work)
  const phone = await openAs(browser, customer, `/dashboard?order=${order.id}`, 375)
  const desk = await openAs(browser, staff, `/staff?order=${order.id}`, 1440)
  await expect(stepOf(phone)).toBeVisible()

  await markComplete(desk, 'The site is live.\nPlease look at the prices first.', 'whitfield.example/new')
  const delivered = regionOf(phone, 'Your delivery')
  await expect(stepOf(phone)).toContainText(/Delivered: please check (it|by \d+ \w+ \d{4})/)
  await expect(delivered).toContainText('Please look at the prices first.')
  await expect(delivered).toContainText('Sam Iyer')
  await expect(delivered).toContainText('handbook.txt')
  await expect(delivered.getByRole('link', { name: 'whitfield.example/new' })).toHaveAttribute(
    'href',
    'https://whitfield.example/new',
  )
  await expect(phone.getByText('We’re working on it', { exact: true })).toHaveCount(0)
  await expect(stepOf(desk)).toContainText('Amara to check the delivery.')
  await expect(regionOf(desk, 'Delivery')).toContainText('Please look at the prices first.')

  await phone.goto('/dashboard')
  const recent = regionOf(phone, 'Recent Orders')
  await expect(recent).toContainText('Please check it')
  await expect(recent).not.toContainText('In process')
  await recent.getByRole('link', { name: /^Check the delivery/ }).click()

  await button(phone, 'Request a change').click()
  const dialog = phone.getByRole('dialog', { name: 'Request a change' })
  await expect(dialog).toContainText('Your package includes 2 changes. You’ve used 0.')
  await button(phone, 'Request change').click()
  await expect(dialog.getByText('Please describe the change')).toBeVisible()
  await dialog.getByLabel('What should we change?').fill('Please show the prices in euros.')
  await button(phone, 'Request change').click()
  await expect(stepOf(phone).getByRole('heading', { name: 'You requested a change' })).toBeVisible()
  await expect(stepOf(phone)).toContainText('Please show the prices in euros.')

  // The work continues, and the staff's page shows the requested change.
  await expect(regionOf(desk, 'Delivery')).toContainText('Please show the prices in euros.')
  await expect(regionOf(desk, 'Delivery')).toContainText('1 of 2 included changes used.')
  await expect(stepOf(desk)).toContainText('read what Amara says about the delivery')
  const size = desk.viewportSize()
  await desk.setViewportSize({ width: 390, height: 844 })
  for (const _ of ['once', 'again']) {
    await desk.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await button(desk, 'Go to Delivery').click()
    await expect(desk.getByText('Amara requested a change').first()).toBeInViewport()
  }
  if (size) await desk.setViewportSize(size)
  await markComplete(desk, 'Now in euros.')
  await expect(delivered).toContainText('Now in euros.')
  await phone.getByText(/^Delivery 1, /).click()
  await expect(phone.getByRole('article', { name: 'Delivery 1' })).toContainText('You requested a change')
  await expect(phone.getByRole('article', { name: 'Delivery 1' })).toContainText(
    'Please look at the prices first.',
  )

  await button(phone, 'Accept delivery').click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Accept delivery' }).click()
  await expectToast(phone, 'Thank you')
  await expect(stepOf(phone)).toContainText('Delivery accepted, thank you')
  await expect(stepOf(phone)).toContainText(/Warranty until \d+ \w+ \d{4}/)
  await expect(stepOf(phone).getByRole('heading')).toBeFocused()
  await expect(delivered).toContainText('You accepted it')
  await expect(regionOf(desk, 'Delivery')).toContainText('Amara accepted it')
  expect(await Order.query(db).findById(order.id)).toMatchObject({ status: 'completed', workState: null })
  expect(await Delivery.query(db).where({ orderId: order.id }).orderBy('number')).toMatchObject([
    { number: 1, acceptedAt: null },
    { number: 2, acceptedKind: 'customer', acceptedById: customer.id },
  ])

  // The overview, which was loaded before, is up to date as well.
  await phone.getByRole('link', { name: 'All orders' }).click()
  await expect(recent).not.toContainText('Please check it')
  await phone.goBack()

  await button(phone, 'Report a problem').click()
  await button(phone, 'Send report').click()
  await expect(phone.getByText('Please describe the problem')).toBeVisible()
  await phone.getByLabel('What is wrong?').fill('The prices are gone.')
  await button(phone, 'Send report').click()
  await expect(stepOf(phone)).toContainText('You reported a problem')
  await expect(stepOf(desk)).toContainText('read what Amara says about the delivery')
  expect(await StaffAssignment.query(db).findOne({ orderId: order.id })).toMatchObject({
    status: 'in_progress',
  })
  for (const page of [phone, desk]) await page.context().close()
})

adminTest(
  'an admin delivers, undoes and declines with a reason',
  async ({ page, db, admin, expectFault }) => {
    expectFault(/400/)
    const customer = await createPerson(db)
    const fields = { userId: customer.id, status: 'processing' as const, includedChanges: 0 }
    const order = await createPaidOrder(db, fields)
    await page.goto(`/admin?order=${order.id}`)
    const card = regionOf(page, 'Delivery')
    await card.getByRole('button', { name: 'Deliver' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deliver' })
    await dialog.getByRole('button', { name: 'Deliver' }).click()
    await expect(dialog.getByText('Please write a note, or add a link or a file')).toBeVisible()
    await dialog.getByLabel('Link').fill('one.example\nhttps://two.example/a')
    await dialog.getByRole('button', { name: 'Deliver' }).click()
    await expect(card.getByRole('link', { name: 'https://one.example' })).toBeVisible()
    await expect(card.getByRole('link', { name: 'https://two.example/a' })).toBeVisible()
    await expect(page.getByRole('main').getByText('Waiting for acceptance')).toBeVisible()
    await card.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Delivery Undone')
    await expect(card.getByRole('article')).toHaveCount(0)

    const { id: deliveryId } = await insertDelivery(db, { orderId: order.id, authorId: admin.id })
    await insertRequest(db, { orderId: order.id, authorId: customer.id, deliveryId })
    const acceptBy = new Date(Date.now() + 3 * 86_400_000)
    await Order.query(db).findById(order.id).patch({ workState: 'change_asked', acceptBy })
    await page.reload()
    await expect(page.getByText('Change requested')).toBeVisible()
    await regionOf(page, 'To decide').getByRole('button', { name: 'Decline' }).click()
    const decline = page.getByRole('dialog', { name: 'Decline the change' })
    await decline.getByRole('button', { name: 'Decline' }).click()
    await expect(decline.getByText('Please give a reason')).toBeVisible()
    await decline.getByLabel('Reason').fill('Blue is not in your palette.')
    await decline.getByRole('button', { name: 'Decline' }).click()
    await expectToast(page, 'Change Declined')
    expect(await DeliveryRequest.query(db).findOne({ orderId: order.id })).toMatchObject({
      outcome: 'declined',
    })

    await signInAs(page, customer)
    await page.goto(`/dashboard?order=${order.id}`)
    await expect(stepOf(page)).toContainText('We couldn’t make the change')
    await expect(stepOf(page)).toContainText('Blue is not in your palette.')
  },
)
