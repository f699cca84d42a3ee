import { expect } from 'playwright/test'
import { Delivery } from '#db/models/orders/delivery.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { insertAssignment, insertDelivery, insertRequest } from '#db/testing/builders.ts'
import { regionOf } from '#e2e/journeys/support/dashboard.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { next, type Screens } from './state.ts'

export const DELIVERY: Screens = {
  'a delivery': async ({ page, db, expectFault }) => {
    expectFault(/400/)
    const customer = await createPerson(db, { firstName: 'Maximiliana-Alexandrina' })
    const staff = await createPerson(db, { firstName: 'Sam', isStaff: true })
    const fields = { userId: customer.id, status: 'processing' as const, includedChanges: 1 }
    const { id: orderId } = await createPaidOrder(db, fields)
    const work = { orderId, staffId: staff.id, assignedById: staff.id, status: 'completed' as const }
    await insertAssignment(db, work)
    const by = { orderId, authorId: staff.id }
    await insertDelivery(db, { ...by, note: 'A first look.', isWhole: false })
    const { id: deliveryId } = await insertDelivery(db, {
      ...by,
      number: 2,
      note: 'Legacy'.repeat(40),
      links: ['https://whitfield.example/new'],
    })
    const of = { orderId, deliveryId, authorId: customer.id }
    const declined = { outcome: 'declined', reason: 'x'.repeat(200), closedAt: new Date() } as const
    await insertRequest(db, { ...of, ...declined })
    const set = (state: Partial<Order>) => Order.query(db).findById(orderId).patch(state)
    const openAs = async (user: typeof customer, path: string) => {
      await signInAs(page, user)
      await page.goto(`${path}?order=${orderId}`)
    }
    const openDelivered = async () => {
      await set({ workState: 'delivered', acceptBy: new Date(Date.now() + 7 * 24 * 3_600_000) })
      await openAs(customer, '/dashboard')
      await expect(page.getByText(/^Delivered: please check by/)).toBeVisible()
    }
    const openAsked = async () => {
      await set({ workState: 'change_asked' })
      await openAs(staff, '/staff')
      await expect(page.getByRole('button', { name: 'Grant' })).toBeVisible()
    }
    return [
      {
        name: 'that waits for its customer, after a change that was declined',
        reach: async () => {
          await openDelivered()
          await page.getByText(/^Delivery 1, /).click()
          await expect(page.getByText('A first look.')).toBeVisible()
        },
      },
      next('the acceptance', async () => {
        await page.getByRole('button', { name: 'Accept delivery' }).click()
      }),
      next('a change, without its text', async () => {
        await page.getByRole('button', { name: 'Request a change' }).click()
        await page.getByRole('button', { name: 'Request change' }).click()
        await expect(page.getByText('Please describe the change')).toBeVisible()
      }),
      next('a fault', async () => {
        await page.getByRole('button', { name: 'Report a problem' }).click()
      }),
      {
        name: 'with a change that is to be decided',
        reach: async () => {
          await insertRequest(db, { ...of, text: 'Please in green.' })
          await set({ workState: 'change_asked' })
          await openAs(customer, '/dashboard')
          await expect(page.getByText('Please in green.')).toBeVisible()
        },
      },
      { name: 'with a change that the team decides', reach: openAsked },
      next('a change that is declined, without a reason', async () => {
        await page.getByRole('button', { name: 'Decline' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
        await expect(page.getByText('Please give a reason')).toBeVisible()
      }),
      next('another delivery, without anything', async () => {
        await page.getByRole('button', { name: 'Deliver again' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click()
        await expect(page.getByText('Please write a note, or add a link or a file')).toBeVisible()
      }),
      {
        name: 'in rework',
        reach: async () => {
          await set({ workState: 'in_rework', acceptBy: null, answersInAt: new Date() })
          await openAs(customer, '/dashboard')
          await expect(regionOf(page, 'Next step')).toContainText('will deliver again')
        },
      },
      {
        name: 'that is accepted, with the warranty',
        reach: async () => {
          await set({ workState: null, acceptBy: null, status: 'completed' })
          const accepted = {
            acceptedAt: new Date(),
            acceptedKind: 'customer',
            acceptedById: customer.id,
          } as const
          await Delivery.query(db).findById(deliveryId).patch(accepted)
          await OrderEvent.query(db).insert({
            orderId,
            kind: 'status',
            fromValue: 'processing',
            toValue: 'completed',
            actorKind: 'customer',
            actorId: customer.id,
          })
          await openAs(customer, '/dashboard')
          await expect(page.getByRole('button', { name: 'Report a problem' })).toBeVisible()
        },
      },
    ]
  },
}
