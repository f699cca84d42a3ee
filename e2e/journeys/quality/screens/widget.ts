import { expect } from 'playwright/test'
import { EmbedOrigin } from '#db/models/sales/embed-origin.ts'
import { openHostWebsite, strictPolicy } from '#e2e/journeys/support/host-website.ts'
import { ORIGIN } from '#e2e/support/topology.ts'
import type { Screens } from './state.ts'

export const WIDGET: Screens = {
  'the widget on another website': async ({ page, db, afterwards }) => {
    const website = await openHostWebsite({
      '/': {
        head: `<script async src="${ORIGIN}/embed.js"></script>`,
        body: `<main><h1>A partner</h1><service-package name="business-website"></service-package>
          <h2>More</h2><service-package view="card" name="site-audit" accent="#facc15"></service-package>
          <h2>By night</h2><service-package view="card" name="seo-foundations" theme="dark" accent="#0f766e"></service-package></main>`,
        policy: strictPolicy(ORIGIN),
      },
    })
    await EmbedOrigin.query(db).insert({ origin: website.origin })
    afterwards(async () => {
      await EmbedOrigin.query(db).where({ origin: website.origin }).delete()
      await website.close()
    })
    const open = async () => {
      await page.goto(website.origin)
      await expect(page.getByRole('article')).toHaveCount(2)
    }
    return [
      { name: 'a button and cards', part: 'html', reach: open },
      {
        name: 'the purchase over the page',
        part: 'html',
        reach: async () => {
          await open()
          await page.getByRole('link', { name: 'Buy Now, Website and SEO Audit' }).click()
          await expect(page.getByRole('dialog', { name: /^Buy from / })).toBeVisible()
          const frame = page.frameLocator('service-package iframe')
          await expect(frame.getByRole('heading', { name: /^Get Started with / })).toBeVisible()
        },
      },
      {
        name: 'the form in the frame, with every error',
        part: 'html',
        reach: async () => {
          await page.goto(`/embed/site-audit?host=${encodeURIComponent(website.origin)}`)
          await page.getByRole('button', { name: /^Pay/ }).click()
          await expect(page.getByText('City must be at least 2 characters')).toBeVisible()
        },
      },
    ]
  },
}
