/** The dialogs of the back office about the catalogue and the settings. */
import { EmbedOrigin } from '#db/models/sales/embed-origin.ts'
import { insertEndpoint, insertOffer } from '#db/testing/builders.ts'
import { insertApiKey } from '#e2e/journeys/support/operations.ts'
import { createPerson } from '#e2e/journeys/support/people.ts'
import { admin, dialog, openAdmin, type Scene } from './scene.ts'

async function openWebhook(scene: Scene): Promise<string> {
  const url = `https://hooks.example.com/${crypto.randomUUID()}`
  await insertEndpoint(scene.db, { url })
  await openAdmin(scene, 'view=webhooks')
  return url
}

async function openOffer(scene: Scene, button: RegExp): Promise<void> {
  const { id } = await insertOffer(scene.db, { state: 'draft', sentAt: null })
  await openAdmin(scene, `view=offers&offer=${id}`)
  await scene.visitor.click(button)
}

// biome-ignore format: a line a dialog
export const ADMIN_SHOP = [
  dialog('areas/admin/packages/package-dialog.tsx', 'New package', admin('tab=packages&q=audit'), 'New package'),
  dialog('kit/ui/dialog/edit-dialog.tsx', 'Discard your changes?', async (scene) => {
    await openAdmin(scene, 'tab=packages&q=audit')
    await scene.visitor.click('New package')
    await scene.visitor.fill('Name', 'Launch Week')
    await scene.visitor.click('Close')
  }),
  dialog('areas/admin/packages/packages-tab.tsx', 'Take', admin('tab=packages&q=audit'), /^Deactivate/),
  dialog('areas/admin/packages/questions-dialog.tsx', 'Questions', admin('tab=packages&q=audit'), /^Questions/),
  dialog('areas/admin/packages/category-dialog.tsx', 'New category', admin('tab=packages&view=categories'), 'New category'),
  dialog('areas/admin/coupons/coupon-dialog.tsx', 'New coupon', admin('tab=coupons&q=WELCOME10'), 'New coupon'),
  dialog('areas/admin/offers/payment-link.tsx', 'Payment link', admin('view=offers'), 'Payment link'),
  dialog('areas/admin/offers/offer-page.tsx', 'Delete OF-', (scene) => openOffer(scene, /^Delete/)),
  dialog('areas/admin/offers/send-offer.tsx', 'Send OF-', (scene) => openOffer(scene, /^Send/)),
  dialog('areas/admin/settings/key-dialog.tsx', 'New API key', admin('view=keys'), 'New API key'),
  dialog('areas/admin/list/settings-list.tsx', 'Revoke this API key?', async (scene) => {
    const { id: keeperId } = await createPerson(scene.db, { isAdmin: true })
    await insertApiKey(scene.db, keeperId)
    await openAdmin(scene, 'view=keys')
    await scene.visitor.click(/^Revoke/)
  }),
  dialog('areas/admin/list/settings-list.tsx', 'Save the secret', async (scene) => {
    const url = await openWebhook(scene)
    await scene.visitor.click(`New secret for ${url}`)
    await scene.visitor.click('Create secret')
  }),
  dialog('areas/admin/settings/endpoint-list.tsx', 'Create a new secret?', async (scene) => {
    const url = await openWebhook(scene)
    await scene.visitor.click(`New secret for ${url}`)
  }),
  dialog('areas/admin/settings/endpoint-list.tsx', 'Disable this webhook?', async (scene) => {
    const url = await openWebhook(scene)
    await scene.visitor.click(`Disable ${url}`)
  }),
  dialog('areas/admin/settings/endpoint-dialogs.tsx', 'Edit webhook', async (scene) => {
    const url = await openWebhook(scene)
    await scene.visitor.click(`Edit ${url}`)
  }),
  dialog('areas/admin/settings/endpoint-dialogs.tsx', 'The test failed', async (scene) => {
    const url = await openWebhook(scene)
    await scene.visitor.click(`Test ${url}`)
  }),
  dialog('areas/admin/settings/saved-replies.tsx', 'New reply', admin('view=replies'), 'New reply'),
  dialog('areas/admin/widget/widget-view.tsx', 'Add website', async (scene) => {
    await EmbedOrigin.query(scene.db).insert({ origin: `https://${crypto.randomUUID()}.example` })
    await openAdmin(scene, 'view=widget')
    await scene.visitor.click('Add website')
  }),
]
