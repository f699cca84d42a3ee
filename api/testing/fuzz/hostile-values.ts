/** Values that often break programs. */
import fc from 'fast-check'

const nest = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  1.5,
  -1.5,
  1e21,
  1e308,
  5e-324,
  2_147_483_647,
  2_147_483_648,
  2 ** 53,
  -(2 ** 31) - 1,
]

const TEXTS = [
  '',
  ' ',
  '7',
  '0',
  '-1',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  'null',
  'true',
  'undefined',
  'a\u0000b',
  '\u0000',
  '\ud800',
  '\udc00x',
  '\ufffe\uffff',
  '\u202egnp.exe',
  '\ufeffbom',
  'ﷺ'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  'e\u0301'.repeat(100),
  'İıßǅ',
  "' OR 1=1; --",
  '"); DROP TABLE users; --',
  '$1',
  '?',
  ':id',
  '%',
  '_%\\',
  '../../etc/passwd',
  '..%2f',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '=1+1',
  'pay_1|order_1',
  'order_../x',
  '\n\r\t',
  '\u001b[31m',
  'x'.repeat(256),
  'x'.repeat(5_001),
  'x'.repeat(60_000),
  '1999-13-45T99:99:99Z',
  'a@b.c',
  `${'a'.repeat(250)}@example.com`,
]

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  '0',
  '\u0000',
  'a.b',
  'a/b',
]

const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [7], ['7'], [null], [[]], { length: 3 }, ...NUMBERS),
  fc.constantFrom<unknown>(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.constantFrom(20, 200, 2_000).map(nest),
)

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

export const hostileKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...KEYS),
  // Names of fields that a caller must not be able to set.
  fc.constantFrom(
    'id',
    'isAdmin',
    'isStaff',
    'userId',
    'status',
    'paymentStatus',
    'amount',
    'priceCents',
    'passwordHash',
  ),
)

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: leaf },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.array(fc.tuple(hostileKey, leaf), { maxLength: 4 }).map(toObject) },
)

/** Makes an object in which every key, even `__proto__`, is an own property. */
export function toObject(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [key, value] of entries) {
    Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return made
}
