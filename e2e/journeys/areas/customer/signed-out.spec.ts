/** A session that ends while somebody works: there is a warning before, a sign-in after, and nothing typed is lost. */
import { expect, type Page } from 'playwright/test'
import { Message } from '#db/models/orders/message.ts'
import { Session } from '#db/models/people/session.ts'
import type { User } from '#db/models/people/user.ts'
import { insertAssignment } from '#db/testing/builders.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson, PASSWORD, signInAs } from '#e2e/journeys/support/people.ts'
import { signInOf } from '#e2e/journeys/support/sign-in.ts'

async function signInAgain(page: Page, user: User): Promise<void> {
  const dialog = signInOf(page)
  await expect(dialog).toContainText(
    'You were signed out. Sign in to continue. What you typed is still here.',
  )
  await dialog.getByLabel('Email').fill(user.email)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('staff are told before the session ends; what they wrote is sent once they are back, and by nobody else', async ({
  page,
  db,
  expectFault,
}) => {
  test.slow()
  expectFault(/401/)
  // Until it reloads, the page requests the order as the colleague, who is not assigned to it.
  expectFault(/404 .*\/api\/orders\/\d+\//)
  const staff = await createPerson(db, { firstName: 'Sam', isStaff: true })
  const colleague = await createPerson(db, { firstName: 'Neha', lastName: 'Rao', isStaff: true })
  const order = await createPaidOrder(db)
  await insertAssignment(db, { orderId: order.id, staffId: staff.id, assignedById: staff.id })
  await signInAs(page, staff)
  await page.clock.install()
  await page.goto(`/staff?order=${order.id}`)
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  const send = page.getByRole('button', { name: /^Send( again)?$/ })
  const texts = async () => (await Message.query(db).where({ orderId: order.id })).map(({ text }) => text)
  // The session ends when the message is sent. If a background call noticed first, its dialog would cover the button.
  const sendSignedOut = async () => {
    let isEnded = false
    await page.route(`**/api/orders/${order.id}/messages`, async (route) => {
      if (route.request().method() === 'POST' && !isEnded) {
        isEnded = true
        await Session.query(db).where({ userId: staff.id }).patch({ revokedAt: new Date() })
      }
      await route.fallback()
    })
    await send.click()
  }
  await box.fill('The first draft is ready.')

  const notice = page.getByRole('dialog', { name: 'Are you still there?' })
  await page.clock.fastForward('24:00')
  // Advances minute by minute, because the response of a call in progress restarts the idle time.
  await expect(async () => {
    await page.clock.fastForward('01:00')
    await expect(notice).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(notice).toContainText(/You’ll be signed out in \d minutes/)
  const used = page.waitForResponse('**/api/user/second-factor')
  await notice.getByRole('button', { name: 'Stay signed in' }).click()
  expect((await used).status()).toBe(200)
  await expect(notice).toBeHidden()

  await sendSignedOut()
  await expect(signInOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectToast(page, 'You were signed out', 'Sign in to continue. Nothing was sent.')
  await expect(box).toHaveValue('The first draft is ready.')
  await send.click()
  await signInAgain(page, staff)
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('The first draft is ready.')
  await expect(box).toHaveValue('')
  expect(await texts()).toEqual(['The first draft is ready.'])

  await box.fill('Only from me.')
  await expect(send).toBeEnabled()
  await sendSignedOut()
  await signInAgain(page, colleague)
  const other = page.getByRole('dialog', { name: 'You’re signed in as Neha Rao' })
  await expect(other).toContainText('what Sam was about to send wasn’t sent')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Account of Neha Rao' })).toBeVisible()
  await expect(page.getByText('Only from me.')).toHaveCount(0)
  expect(await texts()).toEqual(['The first draft is ready.'])
})
