/** States of packages in the back office: editor, preview, questions, history, pictures and categories. */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import type { Package } from '../../../../db/models/package.ts'
import { insertPackage } from '../../../../db/testing/builders.ts'
import { enterAsAdmin, openView } from './admin-lists.ts'
import { dialog, type Screens } from './state.ts'

/** Inserts an inactive package, which other journeys do not see. */
const hidePackage = (db: Knex): Promise<Package> =>
  insertPackage(db, { name: `Hidden ${crypto.randomUUID().slice(0, 8)}`, isActive: false })

async function openEditor(page: Page, { name }: Package) {
  await openView(page, `tab=packages&q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  return page.getByRole('dialog', { name: 'Edit package' })
}

export const ADMIN_PACKAGES: Screens = {
  'a package in the back office': async (stage) => {
    const { page, db } = stage
    await enterAsAdmin(stage)
    const item = await hidePackage(db)
    return [
      dialog('being edited, with its errors', async () => {
        const form = await openEditor(page, item)
        await form.getByLabel('Name').fill('')
        await form.getByRole('button', { name: 'Save Changes' }).click()
        await expect(form.getByText('Name is required')).toBeVisible()
      }),
      dialog('a new one, and the question before its changes are lost', async () => {
        await openView(page, 'tab=packages&q=audit')
        await page.getByRole('button', { name: 'New Package' }).click()
        await page.getByLabel('Name').fill('Launch Week')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
      }),
      dialog('the question before it leaves the shop', async () => {
        await openView(page, 'tab=packages&q=audit')
        await page.getByRole('button', { name: 'Deactivate' }).first().click()
        await expect(page.getByRole('dialog', { name: /out of the shop/ })).toBeVisible()
      }),
      dialog('its questions', async () => {
        await openView(page, 'tab=packages&q=audit')
        await page.getByRole('button', { name: 'Questions' }).first().click()
        await expect(page.getByRole('textbox', { name: /^Question 1/ }).first()).toBeVisible()
      }),
    ]
  },

  'the history and the pictures of a package': async (stage) => {
    const { page, db } = stage
    await enterAsAdmin(stage)
    return [
      dialog('its history', async () => {
        const changed = await hidePackage(db)
        const data = { price: 777, features: ['Five pages', 'A shop'] }
        await page.request.put(`/api/admin/packages/${changed.id}`, { data })
        await (await openEditor(page, changed)).getByRole('button', { name: 'History' }).click()
        await expect(page.getByRole('dialog', { name: 'History' })).toContainText('Version 2')
      }),
      dialog('the cut-out of a new picture', async () => {
        const form = await openEditor(page, await hidePackage(db))
        await form.getByRole('button', { name: 'Upload a picture' }).click()
        const size = { width: 2560, height: 2000, channels: 3, background: 'blue' } as const
        const buffer = await sharp({ create: size }).jpeg().toBuffer()
        const uploader = page.getByRole('dialog', { name: 'Upload a picture' })
        const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
        await uploader.getByLabel('Picture file').setInputFiles(photo)
        await expect(uploader).toContainText('Shows 2560 × 1600 of 2560 × 2000 pixels.')
      }),
    ]
  },

  'previews and categories': async (stage) => {
    const { page, db } = stage
    await enterAsAdmin(stage)
    const { name } = await hidePackage(db)
    const preview = async () => {
      await openView(page, `tab=packages&q=${encodeURIComponent(name)}`)
      const drawn = page.waitForResponse(/\/preview\/\d+\/page$/)
      await page.getByRole('button', { name: `Preview of ${name}` }).click()
      const shown = page.getByRole('dialog', { name: `Preview of ${name}` })
      await expect(shown.frameLocator('iframe').getByRole('heading', { level: 1, name })).toBeVisible()
      return (await drawn).url()
    }
    return [
      // The page in the frame of this dialog is the next state.
      { name: 'the preview of a package', part: 'dialog[open] fieldset', reach: preview },
      {
        name: 'the page in the preview',
        reach: async () => {
          await page.goto(await preview())
          await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        },
      },
      {
        name: 'the categories',
        reach: async () => {
          await openView(page, 'tab=packages&view=categories')
          await expect(page.getByRole('button', { name: 'New Category' })).toBeVisible()
        },
      },
      dialog('a new category, with its errors', async () => {
        await openView(page, 'tab=packages&view=categories')
        await page.getByRole('button', { name: 'New Category' }).click()
        const form = page.getByRole('dialog', { name: 'New category' })
        await form.getByRole('radio', { name: 'WordPress' }).check({ force: true })
        await form.getByRole('button', { name: 'Create Category' }).click()
        await expect(form.getByText('Name is required')).toBeVisible()
      }),
    ]
  },
}
