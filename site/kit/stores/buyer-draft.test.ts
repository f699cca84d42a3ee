import { expect, test } from 'vitest'
import { guessCountry } from './buyer-draft.ts'

test.each([
  [['en-GB', 'en'], 'GB'],
  [['en', 'de-AT'], 'AT'],
  [['zh-Hans-CN'], 'CN'],
  // Antarctica is not on the list.
  [['en-AQ', 'fr-CA'], 'CA'],
  [['en'], ''],
  [['en-US-u-rg-gbzzzz'], 'US'],
  [['no language at all'], ''],
  [[], ''],
])('the languages %j make %j the country that is offered', (languages, country) => {
  expect(guessCountry(languages)).toBe(country)
})
