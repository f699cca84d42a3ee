import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TONE_COLORS } from '#api/rules/status-labels.ts'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** @param place 0 in the light palette, 1 in the dark one */
function readToken(name: string, place: number): string {
  const channels = [...css.matchAll(new RegExp(`--${name}: (\\d+) (\\d+) (\\d+);`, 'g'))][place]?.slice(1)
  return `#${channels?.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}

test.each(['positive', 'caution', 'negative'] as const)(
  'a %s status has one colour on screens and in mails',
  (tone) => {
    expect(TONE_COLORS[tone]).toEqual({
      light: { text: readToken(tone, 0), soft: readToken(`${tone}-soft`, 0) },
      dark: { text: readToken(tone, 1), soft: readToken(`${tone}-soft`, 1) },
    })
  },
)
