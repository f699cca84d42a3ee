/** Drives WebKit, Safari's engine, by Debian's MiniBrowser and its WebDriver. It draws on Xvfb, a display without a screen. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#db/connection/ports.ts'
import type { Driver } from './driver.ts'
import { type ElementReference, openSession, type WebDriver } from './web-driver.ts'

const READY_WITHIN_MS = 20_000

export async function startWebKit(binary: string): Promise<Driver> {
  const [name, display] = await openDisplay()
  const port = await findFreePort()
  const env = { ...process.env, DISPLAY: name }
  const server = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })
  const browser = await connect(port, binary)
  const run: Driver['run'] = (code, ...args) => browser.run(code, ...args)
  return {
    open: (url) => browser.open(url),
    run,
    find: async (code, sought) => {
      const found = await browser.run<[typeof sought], ElementReference | null>(code, sought)
      if (!found) return undefined
      return {
        click: () => browser.click(found),
        type: (text) => browser.type(found, text),
        choose: (path) => browser.type(found, path),
        run: (code, ...args) => browser.run(code, found, ...args),
      }
    },
    resize: async (width, height) => {
      const measure = () => run((): [number, number] => [window.innerWidth, window.innerHeight])
      const outer = await browser.getRect()
      const [innerWidth, innerHeight] = await measure()
      // The window is larger than the page, because of the bar above it.
      await browser.setRect({
        x: 0,
        y: 0,
        width: width + outer.width - innerWidth,
        height: height + outer.height - innerHeight,
      })
      await waitFor(async () => String(await measure()) === `${width},${height}`, `A page of ${width} px`)
    },
    forget: async () => {
      await run(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await browser.deleteAllCookies()
    },
    shoot: async () => Buffer.from(await browser.takeScreenshot(), 'base64'),
    close: async () => {
      await browser.quit()
      server.kill()
      display.kill()
    },
  }
}

/** @returns the display's name, such as ':1', and its process */
async function openDisplay(): Promise<[name: string, display: ChildProcess]> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = (await once(display.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return [`:${number.toString().trim()}`, display]
}

async function connect(port: number, binary: string): Promise<WebDriver> {
  const url = `http://127.0.0.1:${port}`
  await waitFor(async () => (await fetch(`${url}/status`)).ok, 'WebKitWebDriver')
  return await openSession(url, {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  })
}

/** @throws Error that says what is not ready */
async function waitFor(isReady: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (!(await isReady().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${what} is not ready`)
    await sleep(20)
  }
}
