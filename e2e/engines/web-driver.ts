/** The commands of the WebDriver protocol (W3C) that the tests give a browser, by plain HTTP. */
import type { InPage } from './driver.ts'

/** Names a reference to an element in JSON, by the standard. */
const REFERENCE = 'element-6066-11e4-a52e-4f735466cecf'

export interface ElementReference {
  [REFERENCE]: string
}
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

export interface WebDriver {
  open(url: string): Promise<void>
  /** Waits for a promise that the code returns. An element in arguments or result is a reference to it. */
  run<Args extends unknown[], Result>(code: InPage<Args, unknown>, ...args: unknown[]): Promise<Result>
  click(element: ElementReference): Promise<void>
  type(element: ElementReference, text: string): Promise<void>
  getRect(): Promise<Rect>
  setRect(rect: Rect): Promise<void>
  deleteAllCookies(): Promise<void>
  /** @returns a PNG in base64 */
  takeScreenshot(): Promise<string>
  quit(): Promise<void>
}

/** @throws Error with the browser's own message, such as that something covers the element */
async function command<Value>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** @param server the address of a driver such as WebKitWebDriver */
export async function openSession(server: string, capabilities: object): Promise<WebDriver> {
  const made = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = await command<{ sessionId: string }>('POST', `${server}/session`, made)
  const session = `${server}/session/${sessionId}`
  const element = (one: ElementReference) => `${session}/element/${one[REFERENCE]}`
  return {
    open: (url) => command('POST', `${session}/url`, { url }),
    run: (code, ...args) =>
      command('POST', `${session}/execute/sync`, { script: `return (${code}).apply(null, arguments)`, args }),
    click: (one) => command('POST', `${element(one)}/click`, {}),
    type: (one, text) => command('POST', `${element(one)}/value`, { text }),
    getRect: () => command('GET', `${session}/window/rect`),
    setRect: (rect) => command('POST', `${session}/window/rect`, rect),
    deleteAllCookies: () => command('DELETE', `${session}/cookie`),
    takeScreenshot: () => command('GET', `${session}/screenshot`),
    quit: () => command('DELETE', session),
  }
}
