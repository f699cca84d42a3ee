import { expect, test } from 'vitest'
import { countries, findCountry } from './countries.ts'

test('each country is known by its code and by the name that forms show', () => {
  for (const { code, name } of countries) {
    for (const text of [code, code.toLowerCase(), ` ${name.toUpperCase()} `])
      expect(findCountry(text)).toBe(code)
  }
})

test.each([
  [
    'GB',
    [
      ...['UK', 'U.K.', 'Great Britain', 'England', 'GBR', 'N. Ireland', 'Gr. Britain', 'GB-ENG'],
      ...['England, UK', 'United Kingdom (UK)'],
    ],
  ],
  [
    'US',
    [
      ...['USA', 'U.S.A.', 'US', 'United States of America', 'America', 'U.S.', 'the United States'],
      'United States of America (USA)',
    ],
  ],
  ['AE', ['UAE', 'U.A.E.', 'Emirates', 'ARE']],
  ['CZ', ['Czech Republic', 'Czechia', 'Česko', 'CZE']],
  ['VN', ['Viet Nam', 'Vietnam', 'Việt Nam']],
  ['TR', ['Türkiye', 'Turkiye', 'TÜRKİYE', 'Turkey', 'Tu\u0308rkiye']],
  [
    'KR',
    [
      ...['South Korea', 'Republic of Korea', 'Korea, Republic of', '대한민국', 'S. Korea', 'Korea (South)'],
      'ROK',
    ],
  ],
  ['NL', ['Netherlands', 'The Netherlands', 'Nederland', 'Holland', 'HOLLAND.', 'Pays-Bas', 'Niederlande']],
  ['RU', ['Russia', 'Russian Federation', 'Россия']],
  ['HK', ['Hong Kong', 'Hong Kong SAR', 'Hong Kong SAR China', 'Hong Kong, China']],
  ['IN', ['India', 'भारत', 'Bharat', 'ind', 'India (IN)', 'Inde']],
  ['DE', ['Deutschland', 'Germany']],
  [
    undefined,
    [
      ...['', 'Kenya', 'Taiwan', 'Republic of China', 'Democratic People’s Republic of Korea', 'U', 'XX'],
      ...['Atlantis', 'Ivory Coast', 'Burma', 'England, France', 'Taiwan, Province of China', '()'],
    ],
  ],
])('%s is known as %j', (code, names) => {
  expect(names.map(findCountry)).toEqual(names.map(() => code))
})
