/** Printed pages: an order with its whole conversation, without buttons and fields. */
import type { Knex } from 'knex'
import { expect } from 'playwright/test'
import { insertAssignment, insertMessage } from '#db/testing/builders.ts'
import { regionOf } from '#e2e/journeys/support/dashboard.ts'
import { test } from '#e2e/journeys/support/journey.ts'
import { readWholePdf } from '#e2e/journeys/support/pdf.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'

const COUNT = 30

async function createTalkedOrder(db: Knex) {
  const customer = await createPerson(db)
  const staff = await createPerson(db, { firstName: 'Sam', isStaff: true })
  const { id: orderId } = await createPaidOrder(db, { userId: customer.id, status: 'processing' })
  await insertAssignment(db, { orderId, staffId: staff.id, assignedById: staff.id, status: 'in_progress' })
  for (let nth = 1; nth <= COUNT; nth++)
    await insertMessage(db, { orderId, authorId: customer.id, text: `Sentence ${nth} of our talk` })
  return { customer, staff, admin: await createPerson(db, { isAdmin: true }), orderId }
}

for (const [reader, area] of [
  ['customer', 'dashboard'],
  ['staff', 'staff'],
  ['admin', 'admin'],
] as const) {
  test(`the page of an order prints its whole conversation, for ${reader}`, async ({
    page,
    db,
  }, testInfo) => {
    const { [reader]: user, orderId } = await createTalkedOrder(db)
    await signInAs(page, user)
    await page.goto(`/${area}?order=${orderId}`)
    const messages = regionOf(page, 'Messages')
    await expect(messages).toContainText(`Sentence ${COUNT} of our talk`)
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()

    await page.emulateMedia({ media: 'print' })
    const hidden = await messages.evaluate(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight)
    expect(hidden).toBe(0)
    for (const role of ['button', 'textbox'] as const) await expect(page.getByRole(role)).toHaveCount(0)

    const path = testInfo.outputPath('order.pdf')
    await page.pdf({ path, format: 'A4' })
    const text = await readWholePdf(path)
    const printed = Array.from({ length: COUNT }, (_, index) => index + 1).filter((nth) =>
      text.includes(`Sentence ${nth} of our talk`),
    )
    expect(printed).toHaveLength(COUNT)
    expect(text).not.toMatch(/\bSend\b(?! a reminder)|Add files|Write a message/)
  })
}
