import { expect } from 'playwright/test'
import { insertAssignment } from '#db/testing/builders.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { dialog, type Screens } from './state.ts'

export const CREDENTIALS: Screens = {
  credentials: async ({ page, db }) => {
    const customer = await createPerson(db)
    const staff = await createPerson(db, { isStaff: true })
    const { id: orderId } = await createPaidOrder(db, { userId: customer.id, status: 'processing' })
    await insertAssignment(db, { orderId, staffId: staff.id, assignedById: staff.id, status: 'in_progress' })
    const box = page.getByRole('region', { name: 'Credentials', exact: true })
    return [
      dialog('the form, without the password', async () => {
        await signInAs(page, customer)
        await page.goto(`/dashboard?order=${orderId}`)
        await page.getByRole('button', { name: 'Add credentials' }).click()
        await page.getByLabel('Address').fill('https://cp.whitfield.example')
        await page.getByRole('button', { name: 'Save credentials' }).click()
        await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
      }),
      {
        name: 'stored, as its customer sees it',
        reach: async () => {
          const credentials = {
            kind: 'hosting',
            address: 'https://cp.whitfield.example',
            userName: 'a'.repeat(60),
          }
          const path = `/api/orders/${orderId}/credentials`
          expect(
            (await page.request.post(path, { data: { ...credentials, secret: 'hunter2' } })).status(),
          ).toBe(201)
          await page.goto(`/dashboard?order=${orderId}`)
          await expect(box).toContainText('Hosting')
        },
      },
      {
        name: 'shown to staff',
        reach: async () => {
          await signInAs(page, staff)
          await page.goto(`/staff?order=${orderId}`)
          await box.getByRole('button', { name: 'Show Hosting' }).click()
          await expect(box).toContainText('https://cp.whitfield.example')
        },
      },
    ]
  },
}
