import { expect, test } from 'vitest'
import { listOptions } from './search-options.ts'

const NOTHING = { orders: [], people: [], packages: [] }

test.each(['REGISTRATIONS', 'régistrations', 'Ｒｅｇｉｓｔｒａｔｉｏｎｓ'])('%s finds the place', (text) => {
  expect(listOptions(text, NOTHING)).toMatchObject([
    { label: 'Go to', options: [{ title: 'Registrations' }] },
  ])
})
