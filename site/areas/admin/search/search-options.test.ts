import { expect, test } from 'vitest'
import { listOptions } from './search-options.ts'

const NOTHING = { orders: [], people: [], packages: [] }

test.each(['REGISTRATIONS', 'régistrations', 'Ｒｅｇｉｓｔｒａｔｉｏｎｓ'])('%s finds the place', (text) => {
  expect(listOptions(text, NOTHING)).toMatchObject([
    { label: 'Go to', options: [{ title: 'Registrations' }] },
  ])
})

test('a section is found beside its place, each with an id of its own', () => {
  const [places] = listOptions('', NOTHING)
  const options = places?.options ?? []
  expect(new Set(options.map(({ id }) => id)).size).toBe(options.length)
  for (const [text, title, detail, query] of [
    ['mails', 'Emails', 'Activity', 'view=mail'],
    ['unmatched', 'Unmatched payments', '', 'view=money'],
    ['settings', 'Shop settings', '', 'view=settings'],
  ] as const) {
    const [found] = listOptions(text, NOTHING)
    expect(found?.options).toMatchObject([{ title, detail }])
    expect(String(found?.options[0]?.place)).toBe(query)
  }
})
