/** States of the back office: its frame, tabs and dialogs. */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { OrderAnswer } from '#db/models/orders/order.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import type { User } from '#db/models/people/user.ts'
import { insertAssignment, insertRegistration } from '#db/testing/builders.ts'
import { insertStray } from '#e2e/journeys/support/operations.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { dropOverviewFigures } from '#e2e/support/database.ts'
import { dialog, next, type Screens, type Stage, type State } from './state.ts'

export async function enterAsAdmin({ page, db }: Pick<Stage, 'page' | 'db'>) {
  const admin = await createPerson(db, { firstName: 'Ada', isAdmin: true })
  await signInAs(page, admin)
  return admin
}

/** Opens a view and waits until all its parts are loaded. */
export async function openView(page: Page, query: string): Promise<void> {
  await page.goto(`/admin?${query}`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByText(/^(Loading|Counting)/)).toHaveCount(0)
}

const view = (page: Page, name: string, query: string): State => ({
  name,
  reach: () => openView(page, query),
})

/** A state that opens a list and waits for a row. */
export const list = (
  page: Page,
  name: string,
  { query, text }: { query: string; text: string | RegExp },
): State => ({
  name,
  reach: async () => {
    await openView(page, query)
    await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible()
  },
})

async function createLongOrder(db: Knex, fields: Partial<User> = {}) {
  const email = `${'long-word'.repeat(9)}${crypto.randomUUID()}@example.com`
  const user = await createPerson(db, { email, firstName: 'Bartholomew'.repeat(6), ...fields })
  return createPaidOrder(db, { userId: user.id })
}

async function answerAtLength(db: Knex, { id: orderId, packageId }: { id: number; packageId: number }) {
  const asked = await PackageQuestion.query(db).findOne({ packageId }).throwIfNotFound()
  const answer = 'A long one, '.repeat(40)
  await OrderAnswer.query(db).insert({
    orderId,
    questionId: asked.id,
    question: asked.question,
    answer,
  })
}

/** A unique name, by which a search finds the rows of one list of states among those of other journeys. */
const createLastName = () => `Whitfield${crypto.randomUUID().slice(0, 8)}`

/** The view behind a checked dialog or menu: a short list. */
const BEHIND = 'tab=coupons&q=WELCOME10'

/** axe wrongly reports that the page behind an open menu covers the rows of the menu. */
const PLACES = { part: '#more-places', without: 'target-size' }

export const ADMIN_LISTS: Screens = {
  'the frame of the back office': async (stage) => {
    const { page, db } = stage
    const admin = await enterAsAdmin(stage)
    await Notification.query(db).insert({
      kind: 'order_paid',
      key: `order_paid:${crypto.randomUUID()}`,
      title: 'INV-7 is paid: $99.00',
      facts: [{ label: 'Package', value: 'Website and SEO Audit' }],
      path: '/admin?tab=orders',
    })
    return [
      { ...view(page, 'header, tabs and operations', 'tab=coupons&size=25'), part: 'html' },
      {
        ...view(page, 'header, tabs and operations on a tablet', BEHIND),
        part: 'html',
        widths: [820],
      },
      {
        name: 'the account menu',
        part: 'html',
        reach: async () => {
          await openView(page, BEHIND)
          await page.getByRole('button', { name: `Account of Ada ${admin.lastName}` }).click()
          await expect(page.getByText(admin.email)).toBeVisible()
        },
      },
      {
        name: 'the notifications',
        part: 'html',
        stays: true,
        reach: async () => {
          await page.getByRole('button', { name: /^Notifications/ }).click()
          const panel = page.getByRole('dialog', { name: 'Notifications' })
          await expect(panel.getByRole('link', { name: /^Unread: Sale/ }).first()).toBeVisible()
        },
      },
      next('the search', async () => {
        await page.getByRole('button', { name: 'Search orders, people, packages' }).click()
        await page.getByRole('combobox', { name: 'Search', exact: true }).fill('example')
        await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('status')).toHaveText(
          /^\d+ results/,
        )
      }),
    ]
  },

  'the places of the back office': async (stage) => {
    const { page, db } = stage
    await enterAsAdmin(stage)
    await insertStray(db)
    const openPlaces = async () => {
      await openView(page, BEHIND)
      await page.getByRole('button', { name: /^More.* \d+ waiting$/ }).click()
      await expect(page.getByRole('navigation', { name: 'More places' })).toBeVisible()
    }
    return [
      { name: 'the places on a phone', ...PLACES, widths: [375], reach: openPlaces },
      { name: 'the places on a tablet', ...PLACES, widths: [820], reach: openPlaces },
    ]
  },

  'the tabs of the back office': async (stage) => {
    const { page, db } = stage
    const { id: adminId } = await enterAsAdmin(stage)
    // Newer than the orders of attention.spec.ts, which must be among the first three.
    const [createdAt, promisedAt] = [new Date('2020-03-02T10:00:00Z'), new Date('2020-03-20T10:00:00Z')]
    const lastName = createLastName()
    const { userId, packageId } = await createLongOrder(db, { lastName })
    await createPaidOrder(db, { userId, createdAt, promisedAt, answersInAt: createdAt })
    const { id: orderId } = await createPaidOrder(db, { userId })
    await insertAssignment(db, { orderId, staffId: adminId, assignedById: adminId, status: 'completed' })
    await createPerson(db, { lastName, isStaff: true, isAdmin: true })
    await insertRegistration(db, packageId, { lastName, email: `${lastName}@example.com` })
    await dropOverviewFigures(db)
    return [
      {
        name: 'Overview, with what waits',
        reach: async () => {
          await openView(page, 'tab=overview')
          for (const name of ['Overdue', 'Unassigned', 'Ready to close'])
            await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
          await expect(page.getByRole('figure', { name: 'Orders by status' })).toBeVisible()
        },
      },
      list(page, 'Users', { query: `tab=users&q=${lastName}`, text: lastName }),
      list(page, 'Orders', { query: `tab=orders&q=${lastName}`, text: lastName }),
      list(page, 'Registrations', { query: `tab=registrations&q=${lastName}`, text: lastName }),
      view(page, 'the page of a customer', `user=${userId}`),
    ]
  },

  'packages and staff in the back office': async (stage) => {
    const { page, db } = stage
    const { id: adminId } = await enterAsAdmin(stage)
    const { id: orderId, invoiceNumber } = await createPaidOrder(db)
    await insertAssignment(db, { orderId, staffId: adminId, assignedById: adminId, status: 'assigned' })
    const lastName = createLastName()
    await createPerson(db, { lastName, isStaff: true })
    return [
      view(page, 'Packages', 'tab=packages'),
      {
        name: 'Staff, and the orders to choose from',
        reach: async () => {
          await openView(page, `tab=staff&staff-q=${lastName}&assignment-q=${invoiceNumber}`)
          await page.getByRole('button', { name: 'Create Assignment' }).click()
          await page.getByRole('combobox', { name: 'Order' }).click()
          await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
        },
      },
    ]
  },

  'dialogs about people and coupons': async (stage) => {
    const { page, db, expectFault } = stage
    expectFault(/400/)
    await enterAsAdmin(stage)
    const customer = await createPerson(db, { firstName: 'Greta' })
    const order = await createLongOrder(db)
    await answerAtLength(db, order)
    const openRights = async () => {
      await page.getByRole('button', { name: /^Account of Greta/ }).click()
      return page.getByRole('dialog', { name: 'Account' })
    }
    return [
      dialog('the rights of an account', async () => {
        await openView(page, `tab=users&q=${customer.email}`)
        await expect((await openRights()).getByLabel('Staff')).toBeVisible()
      }),
      next('the erasure of a customer, with its error', async () => {
        await (await openRights()).getByRole('button', { name: 'Erase customer' }).click()
        const erasure = page.getByRole('dialog', { name: 'Erase customer' })
        await erasure.getByLabel('Account email').fill('somebody.else@example.com')
        await erasure.getByRole('button', { name: 'Erase Customer' }).click()
        await expect(erasure.getByText('This isn’t the account’s email')).toBeVisible()
      }),
      dialog('a new coupon, with its errors', async () => {
        await openView(page, BEHIND)
        await page.getByRole('button', { name: 'New coupon' }).click()
        await page.getByRole('button', { name: 'Create Coupon' }).click()
        await expect(page.getByText('Use 3 to 50 letters, digits, hyphens or underscores')).toBeVisible()
      }),
      dialog('the answers of a customer', async () => {
        await openView(page, `tab=orders&q=${order.invoiceNumber}`)
        await page.getByRole('button', { name: /^View Answers of / }).click()
        await expect(page.getByRole('dialog', { name: 'Customer Answers' })).toContainText('A long one')
      }),
    ]
  },

  'dialogs about staff': async (stage) => {
    const { page, db, expectFault } = stage
    expectFault(/400/)
    await enterAsAdmin(stage)
    const staff = await createPerson(db, { isStaff: true })
    // Another staff member, to whom the work can be assigned.
    await createPerson(db, { isStaff: true })
    const order = await createPaidOrder(db)
    await insertAssignment(db, { orderId: order.id, staffId: staff.id, assignedById: staff.id })
    const press = (button: RegExp) => page.getByRole('button', { name: button }).first().click()
    return [
      dialog('a new staff member, with errors', async () => {
        await openView(
          page,
          `tab=staff&staff-q=${staff.email}&assignments=all&assignment-q=${order.invoiceNumber}`,
        )
        await page.getByRole('button', { name: 'Add Staff' }).click()
        const form = page.getByRole('dialog', { name: 'Add Staff' })
        await form.getByRole('button', { name: 'Add Staff' }).click()
        await expect(form.getByText('First name must be at least 2 characters')).toBeVisible()
      }),
      next('an assignment being handed over', async () => {
        await press(/^Reassign/)
        await page.getByRole('combobox', { name: 'New staff member' }).click()
        await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
      }),
      next('an assignment being taken back', async () => {
        await press(/^Unassign/)
        await expect(page.getByRole('dialog', { name: /^Unassign / })).toBeVisible()
      }),
    ]
  },
}
