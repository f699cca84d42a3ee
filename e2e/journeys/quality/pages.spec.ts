/** The pages around the packages: unknown addresses, areas without access, the reasons of a failed payment. */
import { expect, type Page } from 'playwright/test'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { createBuyer, signIn } from '#e2e/journeys/support/buyer.ts'
import { expectToast, holdCalls, listIslandScripts, test, toastOf } from '#e2e/journeys/support/journey.ts'
import { createPerson, signInAs } from '#e2e/journeys/support/people.ts'

const CUSTOMER = { email: 'customer@example.com', password: 'customer-demo' }
const ADMIN = { email: 'admin@example.com', password: 'admin-demo' }
const HOME_HEADING = 'IT services, packaged and priced'

const signInButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign In' })

/** Signs in without the dialog. */
async function signInByCall(page: Page, account = CUSTOMER): Promise<void> {
  const response = await page.request.post('/api/auth/login', { data: account })
  expect(response.status()).toBe(200)
}

test('security.txt says where to report a vulnerability, and holds for a while', async ({ request }) => {
  const response = await request.get('/.well-known/security.txt')
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = await response.text()
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? []
  expect(Date.parse(expires)).toBeGreaterThan(Date.now())
})

test('a package has a page of its own, which the sitemap names and which leads to other packages', async ({
  page,
  request,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname)
  expect(pages).toContain('/packages/seo-foundations')
  for (const path of ['/refund-policy', '/shipping-policy', '/accessibility-statement']) {
    expect(pages).toContain(path)
  }
  expect(pages.filter((path) => path.startsWith('/packages/'))).toHaveLength(12)

  await page.goto('/packages/seo-foundations')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SEO Foundations')
  await expect(page).toHaveTitle(/^SEO Foundations \| /)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/packages\/seo-foundations$/)
  await expect(page.getByText('Package Price')).toBeVisible()
  const others = page.getByRole('region', { name: 'More packages' }).getByRole('link')
  await expect(others).toHaveCount(3)
  await expect(others.first()).toContainText('SEO & Marketing')
  await expect(others.filter({ hasText: 'SEO Foundations' })).toHaveCount(0)
})

test('the 404 page searches the packages', async ({ page, expectFault }) => {
  expectFault(/404/)
  await page.goto('/no-such-page')
  await page.getByRole('searchbox', { name: 'Search packages' }).fill('wordpress')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?q=wordpress#packages')
  await expect(page.locator('#packages').getByRole('status')).toHaveText(/^[1-9] packages?$/)
  await expect(page.getByRole('searchbox', { name: 'Search packages' })).toBeInViewport()
})

test('one page fades into the next', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => Object.assign(window, { fades: event.viewTransition !== null }))
  })
  await page.goto('/about')
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'fades'))).toBe(true)
})

test('a package that is unknown, or no longer sold, is a 404', async ({ page, db, expectFault }) => {
  expectFault(/404/)
  const retired = await insertPackage(db, { slug: `retired-${crypto.randomUUID()}`, isActive: false })
  for (const path of [`/packages/${retired.slug}`, '/packages/no-such-thing', '/no/such/page']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page).toHaveTitle(/^404 Page Not Found \| /)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  }
})

test('an area shows the home page to those without the right: no message, no redirect', async ({ page }) => {
  const expectHome = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOME_HEADING)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(toastOf(page)).toHaveCount(0)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
  for (const path of ['/dashboard', '/admin', '/staff']) await expectHome(path)
  await page.getByRole('article').first().getByRole('button', { name: 'View Details' }).click()
  await expect(page.getByRole('dialog')).toContainText('Package Price')
})

test('the whole screen says Loading... until the session is loaded', async ({ page }) => {
  await signInByCall(page)
  const respond = await holdCalls(page, '**/api/auth/me')
  await page.goto('/dashboard')
  const spinner = page.getByRole('status').filter({ hasText: 'Loading...' })
  await expect(spinner).toBeVisible()
  // React's spinner replaces the one in the page's HTML.
  await expect.poll(async () => (await spinner.boundingBox())?.height ?? 0).toBeGreaterThan(300)
  const countMoving = () => spinner.evaluate((it) => it.getAnimations({ subtree: true }).length)
  // An animation begins with the frame after the one that draws its element.
  await expect.poll(countMoving).toBe(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(countMoving).toBe(0)
  respond()
  await expect(spinner).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Order History' })).toBeVisible()
})

async function holdIslands(page: Page): Promise<() => void> {
  const pages = ['/dashboard', '/checkout', '/staff', '/admin']
  const scripts = await Promise.all(pages.map((path) => listIslandScripts(page, path)))
  return holdCalls(page, `**{${[...new Set(scripts.flat())].join()}}`)
}

test('areas and checkout show their first parts before their scripts come, to users who may enter', async ({
  page,
  db,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  const sendScripts = await holdIslands(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(heading).toBeHidden()

  await page.goto('/checkout?packageId=1')
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  // The field is disabled until React runs, so that nothing typed is lost.
  await expect(page.getByLabel('First name')).toBeDisabled()
  sendScripts()
  await expect(page.getByLabel('First name')).toBeEnabled()
  await page.unrouteAll()

  const user = await createPerson(db, { isStaff: true })
  await signInAs(page, user)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-staff')
  await holdIslands(page)
  await page.goto('/dashboard')
  await expect(heading).toHaveText(`Welcome, ${user.firstName}`)
  await page.goto('/staff')
  await expect(heading).toHaveText('Staff Dashboard')
  const attention = page.getByRole('heading', { name: 'Needs attention' })
  await page.goto('/admin')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(attention).toBeHidden()
})

test('the admin area begins before its scripts come, with the view of its URL', async ({ page }) => {
  await page.request.post('/api/auth/login', { data: DEMO_ACCOUNTS.admin })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-admin')
  await holdIslands(page)
  const attention = page.getByRole('heading', { name: 'Needs attention' })
  await page.goto('/admin')
  await expect(attention).toBeVisible()
  await page.goto('/admin?tab=orders')
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  await expect(attention).toBeHidden()
  await page.goto('/admin?tab=users')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(attention).toBeHidden()
})

const readColor = (element: Element) => getComputedStyle(element).color

test('the reason of a failed payment is shown as a text of ours or as received, and never as markup', async ({
  page,
}) => {
  // The page is a static file: it works without the API.
  await page.route('**/api/**', (route) => route.abort())
  const reason = page.locator('[data-reason]')
  for (const [query, text] of [
    ['?reason=payment_failed', 'Your payment was declined by the bank or card issuer.'],
    ['?reason=network_error', 'A network error occurred during payment processing.'],
    ['?reason=cancelled', 'The payment was cancelled.'],
    ['?reason=verification_failed', 'verification_failed'],
    ['?reason=gateway_error', 'gateway_error'],
    ['?reason=constructor', 'constructor'],
    ['?reason=__proto__', '__proto__'],
    [`?reason=${encodeURIComponent('<img src=x onerror=alert(1)>')}`, '<img src=x onerror=alert(1)>'],
    ['?reason=', 'Unknown error occurred'],
    ['', 'Unknown error occurred'],
  ] as const) {
    await page.goto(`/payment-failed${query}`)
    await expect(reason).toHaveText(text)
    // The reason is text: it contains no elements but the spans around words and codes.
    await expect(reason.locator(':not(span)')).toHaveCount(0)
    await expect(page.getByText('Order reference')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Pay without filling in the form again' })).toBeHidden()
    const color = await page.getByRole('heading', { name: 'What happened?' }).evaluate(readColor)
    const ink = await page.getByRole('heading', { level: 1 }).evaluate(readColor)
    if (text === 'The payment was cancelled.') expect(color).toBe(ink)
    else if (!query.includes('verification_failed')) expect(color).not.toBe(ink)
  }
  await page.goto('/payment-failed?reason=cancelled&orderId=1042')
  await expect(page.getByText('Order reference: #1042')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Packages' })).toHaveAttribute('href', '/')
})

test('Try Payment Again leads to the packages or, where there is a way back in the shop, there', async ({
  page,
}) => {
  const again = page.getByRole('button', { name: 'Try Payment Again' })
  await page.goto('/payment-failed?reason=cancelled')
  await again.click()
  await expect(page).toHaveURL('/#packages')
  await page.goto('/about')
  await page.goto('/payment-failed?reason=cancelled')
  await again.click()
  await expect(page).toHaveURL('/about')
})

test('the header shows who is signed in before the API has responded and React has loaded', async ({
  page,
}) => {
  await page.goto('/about')
  await signIn(page, CUSTOMER)
  const firstName = (await page.getByRole('banner').locator('[data-first-name]').textContent()) ?? ''
  expect(firstName).not.toBe('')

  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.route('**/api/auth/me', () => {})
  // Records every state of the header from the first frame on.
  await page.addInitScript(() => {
    const states: string[] = []
    Object.assign(window, { states })
    const recordState = () => {
      const button = document.querySelector('header [data-sign-in]')
      if (button) states.push(button.checkVisibility() ? 'out' : 'in')
      requestAnimationFrame(recordState)
    }
    recordState()
  })
  await page.goto('/about')
  await expect(page.getByRole('banner').getByText(`Welcome, ${firstName}`)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeHidden()
  const readStates = () => page.evaluate(() => Reflect.get(window, 'states') as string[])
  await expect.poll(async () => (await readStates()).length).toBeGreaterThan(20)
  expect(new Set(await readStates())).toEqual(new Set(['in']))
  expect(scripts.filter((url) => /client\.|react/.test(url))).toEqual([])
})

for (const width of [768, 820, 1440]) {
  test(`the header has room for an admin's name and links at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await signInByCall(page, ADMIN)
    const header = page.getByRole('banner')
    const welcome = header.getByText('Welcome, ')
    const isCut = (element: HTMLElement) => element.scrollWidth > element.clientWidth
    // Repeated, because on a busy machine the shop's font may be too late for the first paint.
    await expect(async () => {
      await page.goto('/about')
      await expect(welcome).toBeVisible()
      expect(await welcome.evaluate(isCut)).toBe(false)
      expect(await header.locator('[data-first-name]').evaluate(isCut)).toBe(false)
    }).toPass()
    for (const name of ['Dashboard', 'Admin']) {
      await expect(header.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    }
    await expect(header.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 })
  })
}

test('signing in shows errors or succeeds, and signing out shows a message', async ({
  page,
  expectFault,
}) => {
  expectFault(/401|500|ERR_FAILED/)
  await page.goto('/contact')
  await signInButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await expect(dialog).toContainText("Don't have an account? Register by purchasing a package.")
  const submit = () => dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await submit()
  await expect(dialog.getByText('Email is required')).toBeVisible()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByLabel('Password').fill('12345')
  await submit()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible()

  await dialog.getByLabel('Email').fill(createBuyer().email)
  await dialog.getByLabel('Password').fill('not-the-secret')
  const refusal = page.waitForResponse('**/api/auth/login')
  await submit()
  const { message } = (await (await refusal).json()) as { message: string }
  await expectToast(page, 'Error', message)
  // The form also shows the message, until something is typed.
  const alert = dialog.getByRole('alert').filter({ hasText: message }).first()
  await expect(alert).toBeVisible()
  await dialog.getByLabel('Password').press('End')
  await dialog.getByLabel('Password').pressSequentially('?')
  await expect(dialog.locator('[data-refused]')).toBeHidden()
  await dialog.getByLabel('Password').press('Backspace')
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
  await submit()
  await expectToast(page, 'Error', 'Authentication failed')
  await page.unroute('**/api/auth/login')
  await page.route('**/api/auth/login', (route) => route.abort())
  await submit()
  await expectToast(page, 'Error', 'Login failed')
  await expect(dialog.locator('[data-refused]')).toHaveText(
    'Login failed. Check your connection and try again.',
  )
  await expect(dialog.getByLabel('Password')).toHaveValue('not-the-secret')
  await page.unroute('**/api/auth/login')

  await dialog.getByLabel('Email').fill(CUSTOMER.email)
  await dialog.getByLabel('Password').fill(CUSTOMER.password)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Logged in successfully')
  await expect(page).toHaveURL('/dashboard')
  // A customer may not enter the admin area.
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOME_HEADING)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Logged out successfully')
  await expect(signInButton(page)).toBeVisible()
})
