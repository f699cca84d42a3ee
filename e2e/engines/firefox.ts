/** Drives Firefox by WebDriver BiDi, which Firefox has built in. */
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import type { Driver } from './driver.ts'

export async function startFirefox(executablePath: string): Promise<Driver> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  const page = await browser.newPage()
  // Confirms leaving a page with unsaved changes.
  page.on('dialog', (dialog) => void dialog.accept())
  return {
    open: async (url) => {
      await page.goto(url)
    },
    run: async (code, ...args) => (await page.evaluate(code as never, ...args)) as never,
    find: async (code, sought) => {
      const found = (await page.evaluateHandle(code, sought)).asElement() as ElementHandle<Element> | null
      if (!found) return undefined
      return {
        click: () => found.click(),
        type: (text) => found.type(text),
        choose: (path) => (found as ElementHandle<HTMLInputElement>).uploadFile(path),
        run: async (code, ...args) => (await found.evaluate(code as never, ...args)) as never,
      }
    },
    resize: (width, height) => page.setViewport({ width, height }),
    forget: async () => {
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await browser.deleteCookie(...(await browser.cookies()))
    },
    shoot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}
