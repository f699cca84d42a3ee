/** Categories from both sides: an admin changes them, and visitors see the result. Runs in its own shop. */
import { expect, type Page } from 'playwright/test'
import { Category } from '#db/models/catalogue/package.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { test as base, expectToast } from '#e2e/journeys/support/journey.ts'
import { createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { type OwnShop, openOwnShop } from '#e2e/support/own-shop.ts'

const test = base.extend<{ shop: OwnShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  shop: async ({}, use) => {
    const shop = await openOwnShop()
    await use(shop)
    await shop.close()
  },
  baseURL: async ({ shop }, use) => use(shop.origin),
  page: async ({ page, shop }, use) => {
    for (const category of ['Web Development', 'Cloud Services', 'Mobile Apps']) {
      await insertPackage(shop.db, { category, name: `${category} Starter` })
    }
    await signInAs(page, await createPerson(shop.db, { isAdmin: true }))
    await use(page)
  },
})

const openAdmin = (page: Page) => page.goto('/admin?tab=packages&view=categories')
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const rows = (page: Page) => page.getByRole('listitem').getByRole('heading')
const tiles = (page: Page) => page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
const filter = (page: Page) => page.locator('#packages').getByRole('combobox', { name: 'Category' })
const cards = (page: Page) => page.getByRole('article')

/** Opens the home page without cached responses. The page contains another shop's packages; a touch loads this shop's. */
async function openHome(page: Page, path = '/'): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await page.goto(path)
  await page.getByRole('searchbox', { name: 'Search packages' }).hover()
  await expect(
    cards(page)
      .filter({ hasText: /Starter|Security Course/ })
      .first(),
  ).toBeVisible()
}
const expectTiles = (page: Page, names: string[]) =>
  expect(tiles(page)).toHaveText(names.map((name) => new RegExp(`^${name}`)))

test('a new category is in the shop with its first package; after a new name, its old address still works', async ({
  page,
}) => {
  await page.goto('/admin?tab=packages')
  await page.getByRole('button', { name: 'Categories' }).click()
  await page.getByRole('button', { name: 'New category' }).click()
  const dialog = page.getByRole('dialog', { name: 'New category' })
  await dialog.getByRole('button', { name: 'Create Category' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Description is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Training')
  await dialog.getByLabel('Description').fill('Courses for teams.')
  await dialog.getByRole('radio', { name: 'WordPress' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Create Category' }).click()
  await expectToast(page, 'Category Created', 'Training')
  await expect(rows(page).last()).toHaveText('Training')

  await page.getByRole('button', { name: 'Back to packages' }).click()
  await page.getByRole('button', { name: 'New package' }).click()
  const form = page.getByRole('dialog', { name: 'New package' })
  await form.getByLabel('Name').fill('Security Course')
  await form.getByLabel('Price in US dollars').fill('350')
  await form.getByLabel('Category', { exact: true }).selectOption('Training')
  await form.getByLabel('Short description').fill('A day.')
  await form.getByRole('button', { name: 'Create Package' }).click()
  await expectToast(page, 'Package Created', 'Security Course')

  await openHome(page)
  await expect(tiles(page).last()).toHaveText('TrainingCourses for teams.from $350.00')
  await tiles(page).last().click()
  await expect(page).toHaveURL('/?category=Training')
  await expect(cards(page)).toHaveText([/Security Course/])
  await expect(page.getByRole('heading', { name: 'Training' })).toBeVisible()
  await expect(cards(page).first().locator('img').first()).toHaveAttribute('src', /wordpress/)

  await openAdmin(page)
  await rowOf(page, 'Training').getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit category' })
  await edit.getByLabel('Name').fill('Courses & Training')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Category Updated', 'Courses & Training')

  await openHome(page, '/?category=Training&sort=price-low')
  await expect(page).toHaveURL('/?category=Courses+%26+Training&sort=price-low')
  await expect(filter(page)).toHaveValue('Courses & Training')
  await expect(cards(page)).toHaveText([/Courses & Training.*Security Course/])
  await expect(page.getByRole('heading', { name: 'Courses & Training' })).toBeVisible()
})

test('categories are moved by keyboard and by dragging, hidden, shown, and deleted where they are empty', async ({
  page,
  shop,
  expectFault,
}) => {
  expectFault(/409/)
  await openAdmin(page)
  await expect(rows(page)).toHaveCount(5)
  const handle = (name: string) => page.getByRole('button', { name: `Reorder ${name}` })
  const isStored = (names: string[]) =>
    expect
      .poll(async () =>
        (await Category.query(shop.db).orderBy('position')).map(({ name }) => name).slice(0, 3),
      )
      .toEqual(names)
  // The first move is still being saved when the second one is made.
  const isMovedTwice = page.getByText('Cloud Services moved to place 1 of 5')
  const saves = { now: 0, most: 0 }
  await page.route(/\/api\/admin\/categories\/\d+$/, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    saves.now += 1
    saves.most = Math.max(saves.most, saves.now)
    await isMovedTwice.waitFor({ state: 'attached' })
    const response = await route.fetch()
    saves.now -= 1
    await route.fulfill({ response })
  })
  await handle('Cloud Services').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(handle('Cloud Services')).toBeFocused()
  await expect(isMovedTwice).toBeAttached()
  await isStored(['Cloud Services', 'Web Development', 'Mobile Apps'])
  expect(saves.most).toBe(1)
  // The response to the last save may still be in transit.
  await page.unrouteAll({ behavior: 'wait' })

  await handle('Mobile Apps').hover()
  await page.mouse.down()
  await expect(async () => {
    const first = await rows(page).first().boundingBox()
    if (!first) throw new Error('The first row is not shown')
    // Moves it over two rows in one jump.
    await page.mouse.move(first.x + 20, first.y + 4)
    await expect(page.getByText('Mobile Apps moved to place 1 of 5')).toBeAttached({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await page.mouse.up()
  await isStored(['Mobile Apps', 'Cloud Services', 'Web Development'])

  await rowOf(page, 'Cloud Services').getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, 'Category Updated', 'Cloud Services is hidden on the home page.')
  await expect(rowOf(page, 'Cloud Services')).toContainText('Hidden')
  await rowOf(page, 'Cloud Services').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(
    page,
    'Deletion Failed',
    'Cloud Services has 1 package. Move them to another category first, or hide this one instead.',
  )
  await rowOf(page, 'SEO & Marketing').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Category Deleted', 'SEO & Marketing')
  await expect(rows(page)).toHaveCount(4)

  await openHome(page)
  await expectTiles(page, ['Mobile Apps', 'Web Development'])
  await expect(filter(page).getByRole('option')).toHaveText([
    'All categories',
    'Mobile Apps',
    'Web Development',
  ])
  await expect(cards(page)).toHaveCount(3)
  await openHome(page, '/?category=Cloud+Services')
  await expect(cards(page)).toHaveText([/Cloud Services Starter/])
  await expect(filter(page)).toHaveValue('Cloud Services')

  await openAdmin(page)
  await rowOf(page, 'Cloud Services').getByRole('button', { name: 'Show' }).click()
  await expectToast(page, 'Category Updated', 'Cloud Services is shown on the home page.')
  await openHome(page)
  await expectTiles(page, ['Mobile Apps', 'Cloud Services', 'Web Development'])
})
