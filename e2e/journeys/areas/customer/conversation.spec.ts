/** An order's conversation, from both sides at once: the customer on a phone, staff on a desktop. */
import type { Knex } from 'knex'
import { type Browser, expect, type Locator, type Page } from 'playwright/test'
import { announce } from '#api/orders/order/announce.ts'
import { Message } from '#db/models/orders/message.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { insertAssignment, insertMessage } from '#db/testing/builders.ts'
import { regionOf } from '#e2e/journeys/support/dashboard.ts'
import { expectToast, setHidden, settle, test, watchContext } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'

const messagesOf = (page: Page) => regionOf(page, 'Messages')
const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

async function createConversation(db: Knex) {
  const customer = await createPerson(db, { firstName: 'Amara', lastName: 'Okafor' })
  const staff = await createPerson(db, { firstName: 'Sam', lastName: 'Iyer', isStaff: true })
  const order = await createPaidOrder(db, { userId: customer.id })
  await insertAssignment(db, { orderId: order.id, staffId: staff.id, assignedById: staff.id })
  return { customer, staff, order }
}

async function openAs(browser: Browser, user: User, path: string, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 812 } })
  await watchContext(context)
  const page = await context.newPage()
  await signInAs(page, user)
  await page.goto(path)
  return page
}

async function send(page: Page, text: string): Promise<void> {
  await boxOf(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(boxOf(page)).toHaveValue('')
  await expect(messagesOf(page)).toContainText(text.replaceAll('**', ''))
}

/** Below 0 where the box to write in covers messages. */
const gapAboveBox = (page: Page) =>
  messagesOf(page).evaluate((list) => {
    const form = list.parentElement?.parentElement?.querySelector('form')
    return (form?.getBoundingClientRect().top ?? 0) - list.getBoundingClientRect().bottom
  })

/** Makes the list grow while the button is held down, as a scroll does. The list must not push the button away. */
async function clickWhileListGrows(page: Page, button: Locator): Promise<void> {
  const setHeight = (list: HTMLElement) => {
    list.style.maxHeight = '100px'
  }
  await messagesOf(page).evaluate(setHeight)
  await button.hover()
  // Once more, because hovering may have scrolled, and so the list may have grown.
  await messagesOf(page).evaluate(setHeight)
  await button.hover()
  await page.mouse.down()
  await page.evaluate(() => {
    dispatchEvent(new Event('scroll'))
    return new Promise(requestAnimationFrame)
  })
  await page.mouse.up()
}

test('customer and staff talk without a reload, and a note of the team stays with the team', async ({
  browser,
  db,
}) => {
  test.slow()
  const { customer, staff, order } = await createConversation(db)
  const phone = await openAs(browser, customer, `/dashboard?order=${order.id}`, 375)
  const desk = await openAs(browser, staff, '/staff', 1440)
  await expect(boxOf(phone)).toBeVisible()
  await expect(desk.getByRole('article')).toHaveCount(1)

  await boxOf(phone).fill('Call first.')
  await boxOf(phone).selectText()
  await phone.getByRole('button', { name: 'Bold' }).click()
  await expect(boxOf(phone)).toHaveValue('**Call first.**')
  await expect(boxOf(phone)).toBeFocused()
  await send(phone, 'Could the phone number be on every page?')
  for (const top of [0, 150, 300, 450]) {
    await phone.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
    await expect.poll(() => gapAboveBox(phone)).toBeGreaterThanOrEqual(0)
  }
  // The queue and the title show the unread message.
  await expect(desk).toHaveTitle(/^\(1\) /)
  const card = desk.getByRole('article')
  await expect(card.getByText('1 unread message')).toBeAttached()
  await card.getByRole('link', { name: `INV-${order.id}` }).click()
  await expect(messagesOf(desk)).toContainText('Could the phone number be on every page?')
  await expect(messagesOf(desk).getByText('New messages')).toBeVisible()
  await expect(messagesOf(desk)).toContainText('Customer')
  await expect(desk.getByText('Unanswered for')).toBeVisible()
  await expect(regionOf(desk, 'Next step')).toContainText('reply to Amara.')
  await expect(desk).toHaveTitle(/^INV-/)

  await desk.getByRole('radio', { name: 'Team-only note' }).check()
  await expect(desk.getByText('The customer never sees this.')).toBeVisible()
  const note = desk.getByRole('textbox', { name: 'Team-only note' })
  await note.fill('They pay for calls by the minute.')
  await note.press('Control+Enter')
  await expect(messagesOf(desk)).toContainText('They pay for calls by the minute.')
  await expect(messagesOf(desk).getByText('Team only', { exact: true })).toBeVisible()
  await expect(desk.getByText('Unanswered for')).toBeVisible()

  await desk.getByRole('radio', { name: /^Message/ }).check()
  await boxOf(desk).fill('First\nLast')
  await boxOf(desk).press('Home')
  for (const key of ['Enter', 'ArrowUp', '/']) await boxOf(desk).press(key)
  const replies = desk.getByRole('listbox', { name: 'Saved replies' })
  await expect(replies.getByRole('option')).toHaveCount(3)
  await expect(boxOf(desk)).toHaveAttribute('aria-activedescendant', /.+/)
  await boxOf(desk).press('Escape')
  await expect(replies).toHaveCount(0)
  await boxOf(desk).press('Backspace')
  await boxOf(desk).pressSequentially('/BEG')
  await expect(replies.getByRole('option')).toHaveText([/^Work begins/])
  await boxOf(desk).press('Enter')
  await expect(replies).toHaveCount(0)
  await expect(boxOf(desk)).toHaveValue(
    new RegExp(`^First\nHello Amara,[^{}]+ on ${order.packageName} today[^{}]+ \\d{4}\\.[^{}]+\nLast$`),
  )
  await boxOf(desk).pressSequentially('!')
  await expect(boxOf(desk)).toHaveValue(/!\nLast$/)
  await expect(desk.getByText('Unanswered for')).toBeVisible()
  await boxOf(desk).fill('Yes, **of course**. See https://example.com/header')
  await clickWhileListGrows(desk, desk.getByRole('button', { name: 'Send', exact: true }))
  await expect(boxOf(desk)).toHaveValue('')
  await expect(desk.getByText('Unanswered for')).toHaveCount(0)
  await expect(messagesOf(phone)).toContainText('Yes, of course.')
  await expect(messagesOf(phone).getByText('of course', { exact: true })).toHaveCSS('font-weight', '600')
  const link = messagesOf(phone).getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://example.com/header')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(messagesOf(phone)).toContainText('Sam Iyer')

  await phone.reload()
  await expect(messagesOf(phone)).toContainText('Yes, of course.')
  await expect(messagesOf(phone)).not.toContainText('They pay')
  await expect(phone.getByText(/team only/i)).toHaveCount(0)
  expect(await phone.content()).not.toContain('They pay')
  const response = await phone.request.get(`/api/orders/${order.id}/messages`)
  expect(await response.text()).not.toContain('They pay')
  // All messages are read, so there is no count.
  await phone.goto('/dashboard')
  await expect(regionOf(phone, 'Recent Orders')).toContainText(order.packageName)
  await settle(phone)
  await expect(phone).toHaveTitle(/^Dashboard/)
})

test('a page in the background counts new messages in its title, and has them when it is looked at', async ({
  page,
  db,
}) => {
  const { customer, staff, order } = await createConversation(db)
  await signInAs(page, staff)
  await page.goto('/staff')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect.poll(() => page.title()).not.toMatch(/^\(/)
  await setHidden(page, true)
  const text = 'Is the form ready?'
  const written = await insertMessage(db, {
    orderId: order.id,
    authorId: customer.id,
    authorRole: 'customer',
    text,
  })
  await db.transaction((trx) => announce(trx, written.orderId, { type: 'changed' }))
  await expect(page).toHaveTitle(/^\(1\) /)
  await setHidden(page, false)
  await expect(page.getByText('1 unread message')).toBeAttached()
})

test('a draft survives a reload, and what could not be sent is sent once at the next try', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/ERR_FAILED/)
  const { customer, staff, order } = await createConversation(db)
  await signInAs(page, customer)
  await page.goto(`/dashboard?order=${order.id}`)
  await boxOf(page).fill('First line')
  await boxOf(page).press('Enter')
  await boxOf(page).pressSequentially('Second line')
  await page.reload()
  await expect(boxOf(page)).toHaveValue('First line\nSecond line')

  // The message arrives, but its response is lost.
  const path = `**/api/orders/${order.id}/messages`
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await boxOf(page).press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Your text is still here' })).toBeVisible()
  await expect(boxOf(page)).toHaveValue('First line\nSecond line')
  await page.unroute(path)
  await page.reload()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messagesOf(page)).toContainText('Second line')
  await expect(boxOf(page)).toHaveValue('')
  expect(await Message.query(db).where({ orderId: order.id })).toMatchObject([
    { text: 'First line\nSecond line', authorId: customer.id },
  ])

  await boxOf(page).fill('Of nobody else')
  await signInAs(page, staff)
  await page.goto(`/staff?order=${order.id}`)
  await expect(boxOf(page)).toHaveValue('')
})

test('for ten minutes a message is edited or withdrawn, and says so', async ({ page, db }) => {
  const { customer, staff, order } = await createConversation(db)
  await insertMessage(db, { orderId: order.id, authorId: staff.id, authorRole: 'staff' })
  await signInAs(page, customer)
  await page.goto(`/dashboard?order=${order.id}`)
  await send(page, 'Mondy')
  await messagesOf(page).getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Edit message').fill('Monday')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(messagesOf(page)).toContainText('Monday')
  await expect(messagesOf(page)).toContainText('edited')
  await expect(messagesOf(page).getByRole('button', { name: 'Edit' })).toBeFocused()
  await messagesOf(page).getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(messagesOf(page)).toContainText('Message withdrawn')
  await expect(messagesOf(page)).not.toContainText('Monday')
  await expect(messagesOf(page).getByRole('button', { name: /Edit|Withdraw/ })).toHaveCount(0)
})

for (const [width, leastHeight] of [
  [375, 200],
  [1440, 380],
] as const)
  test(`at ${width} px a conversation opens with the beginning of its last message in view`, async ({
    browser,
    db,
  }) => {
    const { customer, staff, order } = await createConversation(db)
    const author = { orderId: order.id, authorId: customer.id, authorRole: 'customer' as const }
    for (const text of ['First.', 'Line\n'.repeat(16), `The last one\n${'Line\n'.repeat(16)}`])
      await insertMessage(db, { ...author, text })
    const [reader, path] = width < 1024 ? [customer, '/dashboard'] : [staff, '/staff']
    const page = await openAs(browser, reader, `${path}?order=${order.id}`, width)
    await expect(messagesOf(page).getByText('The last one')).toBeAttached()
    const { list, message } = await messagesOf(page).evaluate((element) => ({
      list: element.getBoundingClientRect(),
      message: [...element.querySelectorAll('[data-message]')].at(-1)?.getBoundingClientRect(),
    }))
    expect(list.height).toBeGreaterThan(leastHeight)
    if (width < 1024) expect(message?.top).toBeGreaterThanOrEqual(list.top - 1)
    await page.context().close()
  })

test('a long conversation is paged backwards, and what is read stays where it is', async ({
  page,
  browser,
  db,
}) => {
  const { customer, staff, order } = await createConversation(db)
  for (let index = 1; index <= 120; index += 1)
    await insertMessage(db, {
      orderId: order.id,
      authorId: staff.id,
      authorRole: 'staff',
      text: `Message ${index}.`,
    })
  await signInAs(page, customer)
  await page.goto(`/dashboard?order=${order.id}`)
  const list = messagesOf(page)
  await expect(list).toContainText('Message 120.')
  await expect(list.getByText('Message 1.', { exact: true })).toHaveCount(0)
  await list.getByRole('button', { name: 'Show earlier messages' }).focus()
  const first = list.getByText(/^Message \d+\.$/).first()
  const text = (await first.textContent()) ?? ''
  const before = await list.getByText(text, { exact: true }).boundingBox()
  await page.keyboard.press('Enter')
  await expect(list.getByText(text, { exact: true })).toHaveCount(1)
  await expect(first).not.toHaveText(text)
  expect((await list.getByText(text, { exact: true }).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  // A new message does not move it either.
  await send(await openAs(browser, staff, `/staff?order=${order.id}`, 1440), 'The latest')
  await expect(list).toContainText('The latest')
  expect((await list.getByText(text, { exact: true }).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  while (await list.getByRole('button', { name: 'Show earlier messages' }).isVisible())
    await list.getByRole('button', { name: 'Show earlier messages' }).click()
  await expect(list.getByText('Message 1.', { exact: true })).toBeVisible()
  await expect(list.getByText(/^Message \d+\.$/)).toHaveCount(120)
})

test('of an order that ended long ago its customer reads where to write, and nothing meant for the team', async ({
  page,
  db,
}) => {
  const customer = await createPerson(db)
  const { id: orderId } = await createPaidOrder(db, { userId: customer.id, status: 'cancelled' })
  const cancelled = {
    kind: 'status',
    fromValue: 'pending',
    toValue: 'cancelled',
    actorKind: 'admin',
  } as const
  const createdAt = new Date(Date.now() - 31 * 86_400_000)
  await OrderEvent.query(db).insert({ orderId, ...cancelled, createdAt })
  await signInAs(page, customer)
  await page.goto(`/dashboard?order=${orderId}`)
  await expect(regionOf(page, 'Conversation')).toHaveText(
    /^ConversationThis order ended more than 30 days ago\. Write to \S+ if you still need something\.$/,
  )
})

test('staff go on from order to order, and an order that is not theirs is not found', async ({
  page,
  db,
}) => {
  const { staff, order } = await createConversation(db)
  const other = await createPaidOrder(db)
  await insertAssignment(db, { orderId: other.id, staffId: staff.id, assignedById: staff.id })
  const foreign = await createPaidOrder(db)
  await signInAs(page, staff)
  await order.$query(db).patch({ answersInAt: new Date() })
  await page.goto(`/staff?order=${order.id}`)
  await page.getByRole('button', { name: 'Start Work' }).click()
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeVisible()
  await page.getByRole('link', { name: 'Next order' }).click()
  await expect(page).toHaveURL(`/staff?order=${other.id}`)
  await expect(page.getByText(`INV-${other.id}`)).toBeVisible()
  await page.getByRole('link', { name: 'All assignments' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('link', { name: `INV-${other.id}` })).toBeFocused()
  await page.goto(`/staff?order=${foreign.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order not found')
})

test('without the stream the page asks by itself, and an admin ends the wait', async ({
  page,
  browser,
  db,
  expectFault,
}) => {
  expectFault(/api\/events/)
  const { customer, order } = await createConversation(db)
  const admin = await createPerson(db, { isAdmin: true })
  await page.route('**/api/events', (route) => route.abort())
  await signInAs(page, admin)
  await page.clock.install()
  await page.goto(`/admin?order=${order.id}`)
  await expect(regionOf(page, 'Conversation')).toContainText('No messages yet')
  const phone = await openAs(browser, customer, `/dashboard?order=${order.id}`, 375)
  await send(phone, 'Is anybody there?')
  await order.$query(db).patch({ status: 'processing' })
  await page.clock.runFor(10_000)
  await expect(messagesOf(page)).toContainText('Is anybody there?')
  await expect(page.getByLabel(`Status of ${order.invoiceNumber}`)).toHaveValue('processing')
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await expectToast(page, 'Marked as Answered')
  await expect(page.getByText('Unanswered for')).toHaveCount(0)
  await expect(messagesOf(page)).toBeFocused()
})

test('the tabs of a browser share one stream, which another takes over when its tab closes', async ({
  page,
  context,
  browser,
  db,
}) => {
  const { customer, staff, order } = await createConversation(db)
  const streams: Page[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.frame().page())
  })
  await signInAs(page, customer)
  await page.goto('/dashboard')
  await expect.poll(() => streams).toEqual([page])
  const second = await context.newPage()
  await second.goto(`/dashboard?order=${order.id}`)
  await expect(boxOf(second)).toBeVisible()
  await settle(second)
  const desk = await openAs(browser, staff, `/staff?order=${order.id}`, 1440)
  await send(desk, 'Over the other tab')
  await expect(messagesOf(second)).toContainText('Over the other tab')
  expect(streams).toEqual([page])

  await page.close()
  await expect.poll(() => streams).toEqual([page, second])
  await send(desk, 'Over its own')
  await expect(messagesOf(second)).toContainText('Over its own')
})
