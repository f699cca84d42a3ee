/** The dialogs of public pages. */
import { SIGN_IN } from '#api/rules/mailed-links.ts'
import { createPaidOrder, createPerson } from '#e2e/journeys/support/people.ts'
import { dialog } from './scene.ts'

export const SHOP = [
  dialog('shop/grid/package-details.tsx', '', async ({ visitor }) => {
    await visitor.open('/')
    await visitor.click(/^View Details/)
  }),
  dialog('shop/grid/reviews.tsx', 'Customer Reviews', async ({ visitor }) => {
    await visitor.open('/')
    await visitor.click(/ reviews? ?of /)
  }),
  dialog('shop/purchase/purchase-island.tsx', 'Get Started with', async ({ visitor }) => {
    await visitor.open('/packages/site-audit')
    await visitor.click('Buy Now')
  }),
  dialog('account/signing-in/SignInDialog.astro', 'Sign In', async ({ visitor }) => {
    await visitor.open('/about')
    await visitor.click('Sign In')
  }),
  dialog(
    'account/signing-in/sign-in-again.tsx',
    'This link is for another account',
    async ({ visitor, db }) => {
      const owner = await createPerson(db)
      const order = await createPaidOrder(db, { userId: owner.id })
      await visitor.signIn(await createPerson(db))
      await visitor.open(`/dashboard?order=${order.id}#${new URLSearchParams({ [SIGN_IN]: owner.email })}`)
    },
  ),
  dialog('shop/exit-offer/exit-offer-dialog.tsx', 'Wait!', async ({ visitor }) => {
    await visitor.open('/about')
    await visitor.see('About')
    await visitor.leaveByMouse()
  }),
]
