/** States of packages in the back office: editor, questions, pictures and categories. */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import type { Package } from '#db/models/catalogue/package.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { enterAsAdmin, openView } from './admin-lists.ts'
import { dialog, next, type Screens } from './state.ts'

/** Inserts an inactive package, so that other journeys do not see it. */
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
        await page.getByRole('button', { name: 'New package' }).click()
        await page.getByLabel('Name').fill('Launch Week')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
      }),
      next('the question before it leaves the shop', async () => {
        await page.getByRole('button', { name: 'Deactivate' }).first().click()
        await expect(page.getByRole('dialog', { name: /out of the shop/ })).toBeVisible()
      }),
      next('its questions', async () => {
        await page.getByRole('button', { name: 'Questions' }).first().click()
        await expect(page.getByRole('textbox', { name: /^Question 1/ }).first()).toBeVisible()
      }),
    ]
  },

  'the picture of a package, and categories': async (stage) => {
    const { page, db } = stage
    await enterAsAdmin(stage)
    return [
      dialog('a picture that is refused, and its card', async () => {
        const form = await openEditor(page, await hidePackage(db))
        const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(8 * 1024 * 1024 + 1) }
        await form.getByLabel('Picture file').setInputFiles(file)
        await expect(form.getByRole('alert')).toContainText('larger than 8 MB')
      }),
      {
        name: 'the categories',
        reach: async () => {
          await openView(page, 'tab=packages&view=categories')
          await expect(page.getByRole('button', { name: 'New category' })).toBeVisible()
        },
      },
      next('a new category, with its errors', async () => {
        await page.getByRole('button', { name: 'New category' }).click()
        const form = page.getByRole('dialog', { name: 'New category' })
        await form.getByRole('radio', { name: 'WordPress' }).check({ force: true })
        await form.getByRole('button', { name: 'Create Category' }).click()
        await expect(form.getByText('Name is required')).toBeVisible()
      }),
    ]
  },
}
