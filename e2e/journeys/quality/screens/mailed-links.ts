/** States of the pages that links in mails open. */

import { expect } from 'playwright/test'
import { createInstalmentToken, createResumeToken } from '#api/orders/order/resume-token.ts'
import { issueEmailToken, issueResetToken } from '#api/people/auth/mailed-links/mailed-token.ts'
import { SIGN_IN } from '#api/rules/mailed-links.ts'
import { TotpSecret } from '#db/models/people/second-factor.ts'
import { insertOrder, insertRegistration } from '#db/testing/builders.ts'
import { createBuyer } from '#e2e/journeys/support/buyer.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { signInOf } from '#e2e/journeys/support/sign-in.ts'
import { getPackage } from '#e2e/support/database.ts'
import { readSessionSecret } from '#e2e/support/own-api.ts'
import { createOrderInInstalments } from './account.ts'
import { dialog, type Screens } from './state.ts'

export const MAILED_LINKS: Screens = {
  'links to an order': async ({ page, db, expectFault }) => {
    // The last state deletes the session's cookie while the dashboard behind the dialog reads the event stream.
    expectFault(/400|404/)
    const owner = await createPerson(db)
    const order = await createPaidOrder(db, { userId: owner.id })
    const orderLink = `/dashboard?order=${order.id}#${new URLSearchParams({ [SIGN_IN]: owner.email })}`
    const { id: packageId } = await getPackage(db, 'seo-foundations')
    const registration = await insertRegistration(db, packageId, { email: createBuyer('Rosa').email })
    const unpaid = await insertOrder(db, {
      packageId,
      registrationId: registration.id,
      providerOrderId: `order_${crypto.randomUUID().replaceAll('-', '').slice(0, 14)}`,
      paymentStatus: 'unpaid',
      paidAt: null,
    })
    const token = createResumeToken({ sessionSecrets: [await readSessionSecret()] }, unpaid.id)
    return [
      {
        name: 'an order that is paid on another device, with an error',
        reach: async () => {
          await page.goto(`/checkout?order=${token}`)
          await page.getByLabel('Choose a password').fill('short')
          await page.getByRole('button', { name: /^Pay \$/ }).click()
          await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
        },
      },
      {
        name: 'a link to an unknown order',
        reach: async () => {
          await page.goto('/checkout?order=1.1999999999.nonsense')
          await expect(page.getByText('This link isn’t valid or has expired')).toBeVisible()
        },
      },
      dialog('the sign-in before an order opens', async () => {
        await page.goto(orderLink)
        await expect(signInOf(page)).toContainText('Sign in to continue.')
      }),
      dialog('a link for another account', async () => {
        await signInAs(page, await createPerson(db, { firstName: 'Olga' }))
        await page.goto(orderLink)
        await expect(page.getByRole('dialog', { name: 'This link is for another account' })).toBeVisible()
        await page.context().clearCookies()
      }),
    ]
  },

  'links to an account': async ({ page, db, expectFault }) => {
    expectFault(/400/)
    const user = await createPerson(db, { emailVerifiedAt: null })
    const openConfirmation = async () => {
      const token = await issueEmailToken(
        db,
        { sessionSecrets: [await readSessionSecret()] },
        { userId: user.id, email: user.email, messageId: crypto.randomUUID() },
      )
      await page.goto(`/confirm-email#${new URLSearchParams({ token, [SIGN_IN]: user.email })}`)
    }
    return [
      {
        name: 'a new password, without its token',
        reach: async () => {
          await page.goto('/reset-password')
          await expect(page.getByText('This link no longer works')).toBeVisible()
        },
      },
      {
        name: 'a new password, with its errors',
        reach: async () => {
          const enrolled = await createPerson(db, { factors: ['totp'] })
          const sealedSecret = Buffer.of(1)
          await TotpSecret.query(db).insert({ userId: enrolled.id, sealedSecret, confirmedAt: new Date() })
          const link = { userId: enrolled.id, messageId: crypto.randomUUID() }
          const secrets = { sessionSecrets: [await readSessionSecret()] }
          await page.goto(`/reset-password#token=${await issueResetToken(db, secrets, link)}`)
          await expect(page.getByText('Authenticator app')).toBeVisible()
          await page.getByRole('button', { name: 'Set New Password' }).click()
          await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
        },
      },
      {
        name: 'an instalment of an order to pay',
        reach: async () => {
          const { id: orderId } = await createOrderInInstalments(db, user)
          const secrets = { sessionSecrets: [await readSessionSecret()] }
          await page.goto(`/checkout?instalment=${createInstalmentToken(secrets, { orderId, position: 2 })}`)
          await expect(page.getByRole('button', { name: 'Pay $24.50' })).toBeVisible()
        },
      },
      {
        name: 'the sign-in before an address is confirmed',
        part: 'html',
        reach: async () => {
          await openConfirmation()
          await expect(page.getByRole('heading', { name: 'Sign in to confirm your address' })).toBeVisible()
          await expect(signInOf(page)).toBeVisible()
        },
      },
      {
        name: 'an address that nobody has confirmed',
        reach: async () => {
          await signInAs(page, user)
          await page.goto('/dashboard')
          await expect(page.getByText('Please confirm your email address')).toBeVisible()
        },
      },
      {
        name: 'an address that is confirmed',
        reach: async () => {
          await openConfirmation()
          await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
        },
      },
      {
        name: 'an address that could not be confirmed',
        reach: async () => {
          await page.goto(`/confirm-email#token=${'x'.repeat(43)}`)
          await expect(page.getByRole('heading', { name: 'The address couldn’t be confirmed' })).toBeVisible()
        },
      },
    ]
  },
}
