/** Debian's browsers of the other two engines, WebKit and Gecko. */
import { existsSync } from 'node:fs'
import { installFromDebian, succeeds } from '#db/testing/debian.ts'
import type { Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

const FIREFOXES = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
)
const findFirst = (paths: string[]) => paths.find((path) => existsSync(path))
const findMiniBrowser = () => findFirst(MINI_BROWSERS)
const isOnPath = (program: string) => succeeds('sh', ['-c', `command -v ${program}`])

export type EngineName = 'webkit' | 'firefox'

export const ENGINES: Record<
  EngineName,
  { packages: string[]; isThere: () => boolean; start: () => Promise<Driver> }
> = {
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    isThere: () => findMiniBrowser() !== undefined && ['WebKitWebDriver', 'Xvfb'].every(isOnPath),
    start: () => startWebKit(findMiniBrowser() ?? ''),
  },
  firefox: {
    packages: ['firefox-esr'],
    isThere: () => findFirst(FIREFOXES) !== undefined,
    start: () => startFirefox(findFirst(FIREFOXES) ?? ''),
  },
}

/** Installs missing engines if possible. @returns the available ones */
export function ensureEngines(): EngineName[] {
  const names = Object.keys(ENGINES) as EngineName[]
  return names.filter((name) => {
    const { packages, isThere } = ENGINES[name]
    if (!isThere()) for (const each of packages) installFromDebian(each)
    return isThere()
  })
}
