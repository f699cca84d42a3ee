/** Policies, about and contact: their contents, and how readers navigate them. */
import { expect } from 'playwright/test'
import { test } from '#e2e/journeys/support/journey.ts'

const POLICIES = [
  ['/terms-of-service', 9, 'November 29, 2026'],
  ['/privacy-policy', 10, 'November 28, 2026'],
  ['/communication-policy', 10, 'November 28, 2026'],
  ['/refund-policy', 11, 'November 29, 2026'],
  ['/shipping-policy', 9, 'November 28, 2026'],
  ['/accessibility-statement', 6, 'November 22, 2026'],
] as const

for (const [path, sections, changed] of POLICIES) {
  test(`${path} says since when it is in force and when it changed, and lists its ${sections} sections, each with an address`, async ({
    request,
  }) => {
    const html = await (await request.get(path)).text()
    expect(html).toContain('Effective Date: <time datetime="2024-01-01">January 1, 2024</time>')
    const date = new Date(`${changed} UTC`).toISOString().slice(0, 10)
    expect(html).toContain(`Last updated <time datetime="${date}">${changed}</time>`)
    const list = /On this page<\/h2>(.*?)<\/ol>/s.exec(html)?.[1] ?? ''
    const find = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, id, title = '']) => [id, title.trim()])
    const listed = find(list, /<a [^>]*href="#([^"]+)"[^>]*>([^<]*)/g)
    expect(listed).toHaveLength(sections)
    expect(find(html, /<h2 id="([^"]+)">([^<]*)/g)).toEqual(listed)
  })
}

test('the list of a policy leads to its sections, and the header does not lie over them', async ({
  page,
}) => {
  await page.goto('/terms-of-service')
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const sections = page.locator('article h2')
  await expect(sections).toHaveCount(await contents.count())
  const nearLast = (await contents.count()) - 2
  await contents.nth(nearLast).click()
  const section = sections.nth(nearLast)
  await expect(section).toBeInViewport()
  await expect(page).toHaveURL(new RegExp(`#${await section.getAttribute('id')}$`))
  const header = await page.getByRole('banner').boundingBox()
  const top = (await section.boundingBox())?.y ?? 0
  expect(top).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0) - 1)
})

test('a policy opens at its top, and prints without the parts that are only for the screen', async ({
  page,
}) => {
  await page.goto('/about')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms and Policy' }).click()
  await expect(page).toHaveURL('/terms-of-service')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const part of ['banner', 'contentinfo', 'navigation'] as const) {
    for (const element of await page.getByRole(part, { includeHidden: true }).all()) {
      await expect(element).toBeHidden()
    }
  }
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
})

test('the about page tells the story, every line of service, six countries and the leaders', async ({
  page,
}) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  // The company's name is an element of its own, and a flex box would swallow the space before it.
  await expect(main.locator('header p').first()).toHaveCSS('display', 'inline-block')
  await expect(main).toContainText('2004')
  await expect(main).toContainText('20 years of IT services')
  const services = await main.locator('dt').allTextContents()
  for (const service of [
    'Web Development',
    'WordPress',
    'Mobile Apps',
    'Cloud Hosting and Services',
    'SEO and Marketing',
    'Business Consulting',
    'Digital Transformation',
    'E-commerce',
    'PHP Upgrades',
    'Laravel Modernization',
  ]) {
    expect(services).toContain(service)
  }
  const offices = page.getByRole('region', { name: 'Offices in six countries' }).getByRole('listitem')
  await expect(offices).toHaveText([
    /India.*Headquarters.*Jaipur/s,
    /UK.*London/s,
    /Singapore/,
    /USA.*New York/s,
    /Thailand.*Bangkok/s,
    /Australia.*Sydney/s,
  ])
  await expect(page.getByRole('region', { name: 'Leadership' }).getByRole('listitem')).toHaveCount(4)
  for (const name of ['Our vision', 'Our mission'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('link', { name: 'View our services' }).click()
  await expect(page).toHaveURL('/')
})

test('the contact page lists four offices, three ways to reach the provider, and no form', async ({
  page,
}) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByText('Contact Us', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get in Touch')
  await expect(page.getByRole('region', { name: 'Our Global Offices' }).getByRole('listitem')).toHaveText([
    /Jaipur, India\s*Primary\s*Head Office/,
    /Jaipur, India\s*Development\s*Development Office/,
    /London\s*International\s*UK Office/,
    /Phoenix, Arizona\s*International\s*USA Office/,
  ])
  const information = page.getByRole('region', { name: 'Contact Information' })
  const email = information.getByRole('link')
  await expect(email).toHaveAttribute('href', `mailto:${await email.textContent()}`)
  await expect(information).toContainText('Monday - Friday, 9:00 AM - 6:00 PM IST')
  await expect(information).toContainText('24/7 assistance across all time zones')
  const reasons = page.getByRole('region', { name: 'Why Partner With Us?' }).getByRole('listitem')
  await expect(reasons).toHaveText(['20+ Years Experience', '500+ Projects Delivered', '6 Global Offices'])
  await expect(main.locator('form')).toHaveCount(0)
})
