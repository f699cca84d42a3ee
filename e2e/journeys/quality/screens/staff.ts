import { expect } from 'playwright/test'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import type { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { insertAssignment, insertMessage } from '#db/testing/builders.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { next, type Screens } from './state.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

export const STAFF: Screens = {
  'the work of staff': async ({ page, db, expectFault }) => {
    expectFault(/400 .*assignments/)
    const staff = await createPerson(db, { firstName: 'Sam', isStaff: true })
    const assign = async (order: Partial<Order>, work: Partial<StaffAssignment> = {}) => {
      const { id: orderId } = await createPaidOrder(db, order)
      await insertAssignment(db, { orderId, staffId: staff.id, assignedById: staff.id, ...work })
      return orderId
    }
    const answersInAt = new Date()
    await assign({ answersInAt, promisedAt: inDays(-1), packageName: 'Legacy'.repeat(20) })
    await assign(
      { answersInAt, promisedAt: inDays(2), awaitsReplySince: new Date() },
      { status: 'in_progress', notes: 'Modern'.repeat(40) },
    )
    await assign({ promisedAt: inDays(-3) })
    await assign({ promisedAt: inDays(-9) }, { status: 'completed', notes: 'Modern'.repeat(80) })
    const ready = await assign({ answersInAt, promisedAt: inDays(40), status: 'processing' })
    await OrderEvent.query(db).insert({
      orderId: ready,
      kind: 'status',
      fromValue: 'pending',
      toValue: 'processing',
      actorKind: 'customer',
    })
    await signInAs(page, staff)
    const open = async () => {
      await page.goto('/staff')
      await expect(page.getByRole('article')).toHaveCount(5)
      for (const text of [' late', /Due (tomorrow|in \d business days?)/, 'Waiting for answers'])
        await expect(page.getByRole('article').getByText(text).first()).toBeVisible()
    }
    const openReady = async () => {
      await page.goto(`/staff?order=${ready}`)
      await expect(page.getByText('Ready to start')).toBeVisible()
      await expect(page.getByText('No messages yet')).toBeVisible()
      await expect(page.getByText('Required, not answered', { exact: true }).first()).toBeVisible()
    }
    return [
      { name: 'overdue, due, waiting and done, with long texts', reach: open },
      next('work that would start without the answers', async () => {
        await page
          .getByRole('article')
          .filter({ hasText: 'Waiting for answers' })
          .getByRole('button', { name: 'Start Work' })
          .click()
        await expect(page.getByText('Start without the answers?')).toBeVisible()
      }),
      {
        name: 'every order open',
        stays: true,
        reach: async () => {
          for (const row of await page.getByRole('article').getByRole('heading').getByRole('button').all())
            await row.click()
        },
      },
      next('the end of the work, with a link that is refused', async () => {
        await page.getByRole('button', { name: 'Mark Complete' }).first().click()
        const question = page.getByRole('dialog', { name: 'Mark Complete' })
        await question.getByLabel('Link').fill('javascript:alert(1)')
        await question.getByRole('button', { name: 'Mark Complete' }).click()
        await expect(question.getByText('Link must begin with https:// or http://')).toBeVisible()
      }),
      { name: 'an order that is ready to start', reach: openReady },
      {
        name: 'an order of somebody else',
        reach: async () => {
          await page.goto('/staff?order=2147483647')
          await expect(
            page.getByText('The link may be wrong, or the order was assigned to someone else.'),
          ).toBeVisible()
        },
      },
      {
        name: 'the conversation of an order, with a note for the team alone',
        reach: async () => {
          const { id, userId } = await createPaidOrder(db)
          await Order.query(db).findById(id).patch({ awaitsReplySince: new Date() })
          await insertAssignment(db, {
            orderId: id,
            staffId: staff.id,
            assignedById: staff.id,
            notes: 'A note',
          })
          await insertMessage(db, { orderId: id, authorId: userId ?? 0, text: 'Could we talk?' })
          const note = { orderId: id, authorId: staff.id, authorRole: 'staff' as const, isTeamOnly: true }
          await insertMessage(db, { ...note, text: 'Call **first**.' })
          await page.goto(`/staff?order=${id}`)
          await expect(page.getByText('Unanswered for')).toBeVisible()
          await page.getByText('Team-only note', { exact: true }).click()
          await expect(page.getByText('The customer never sees this.')).toBeVisible()
          await expect(page.getByText('Team only', { exact: true })).toBeVisible()
          await page.getByRole('textbox', { name: 'Team-only note' }).pressSequentially('/')
          await expect(page.getByRole('option')).toHaveCount(3)
          await Order.query(db).findById(id).patch({ awaitsReplySince: null })
        },
      },
    ]
  },
}
