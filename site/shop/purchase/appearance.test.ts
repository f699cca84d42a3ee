import { expect, test } from 'vitest'
import { measureContrast } from '#api/contract/content/brand.ts'
import { writeAppearance } from './appearance.ts'

const write = (query: string) => writeAppearance(new URLSearchParams(query))
const readToken = (css: string, name: string) => {
  const channels = [...css.matchAll(new RegExp(`--${name}: (\\d+) (\\d+) (\\d+);`, 'g'))].at(-1)?.slice(1)
  return `#${channels?.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}

test.each(['#FFFF00', '#ffffff', '000000', '#FF0000', '#00ff88', '#808080', '#0f766e', '#123456'])(
  'an accent of %s can be read in light and dark',
  (accent) => {
    const light = readToken(write(`theme=light&accent=${encodeURIComponent(accent)}`), 'accent-strong')
    const darkSheet = write(`theme=dark&accent=${encodeURIComponent(accent)}`)
    const dark = readToken(darkSheet, 'accent-strong')
    expect(measureContrast(light, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(measureContrast(dark, readToken(darkSheet, 'ground-raised'))).toBeGreaterThanOrEqual(4.5)
    expect(measureContrast(dark, readToken(darkSheet, 'on-accent'))).toBeGreaterThanOrEqual(4.5)
    const [button, label] = [readToken(darkSheet, 'primary'), readToken(darkSheet, 'on-primary')]
    expect(measureContrast(button, label)).toBeGreaterThanOrEqual(4.5)
  },
)

test.each([
  ...['accent=red', 'accent=%23fff', 'accent=%23FF0000;}body{display:none'],
  ...['accent=</style><script>alert(1)</script>', 'radius=1e9', 'radius=-4', 'radius=8px', 'theme=dark;}'],
])('%s changes nothing', (query) => {
  expect(write(query)).toBe(write(''))
})

test('corners are as round as the website asks, up to a limit', () => {
  expect(write('radius=4')).toContain('--radius-sm: 3px; --radius: 4px; --radius-lg: 6px;')
  expect(write('radius=0')).toContain('--radius: 0px;')
  expect(write('radius=99')).toContain('--radius: 24px;')
})

test('a theme that is asked for holds whatever the system prefers', () => {
  expect(write('theme=dark')).not.toContain('@media')
  expect(write('theme=dark')).toContain('color-scheme: dark')
  expect(write('theme=light')).toContain('color-scheme: light')
  expect(write('theme=auto')).toContain('prefers-color-scheme: dark')
})
