import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TaxSettings } from '#api/contract/content/brand.ts'
import { TaxId } from '#api/contract/people/buyer-form.ts'
import { parseGstin } from './gstin.ts'
import { getStateOfGstin, INDIAN_STATES } from './indian-states.ts'
import { money } from './money.ts'
import { computeTax, isTaxCharged } from './tax.ts'

const GST: TaxSettings = {
  scheme: 'gst',
  financialYearStart: 4,
  sac: '998314',
  ratePercent: 18,
  hasLut: true,
}
/** Appends the check character that `parseGstin` accepts. */
const withCheck = (start: string) =>
  [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((check) => parseGstin(start + check)).find(Boolean) ?? ''

/** A seller in Maharashtra. */
const SELLER = { taxNumber: '27AAPFU0939F1ZV', registeredAddress: { countryCode: 'IN' }, tax: GST }
const SINGAPORE = {
  taxNumber: 'M90000000X',
  registeredAddress: { countryCode: 'SG' },
  tax: {
    scheme: 'domestic',
    financialYearStart: 1,
    name: 'GST',
    ratePercent: 9,
    home: { sentence: 'Standard-rated supply', source: 'A law' },
    abroad: { sentence: 'Zero-rated supply', source: 'Another law' },
  },
} as const
const paid = (paise: number) => money(paise, 'INR')
const OF_KARNATAKA = '29AAGCB7383J1Z4'

test('a price is said to include tax where the invoice will charge some', () => {
  for (const hasLut of [true, false]) {
    const tax = { ...GST, hasLut }
    for (const country of ['IN', 'GB']) {
      const lines = computeTax(paid(118_000), { ...SELLER, tax }, { country })?.lines ?? []
      expect(isTaxCharged({ ...SELLER, tax }, country)).toBe(lines.some(({ amount }) => Number(amount) > 0))
    }
  }
  const none = { scheme: 'none', financialYearStart: 4 } as const
  expect(isTaxCharged({ ...SELLER, tax: none }, 'IN')).toBe(false)
  expect(['SG', 'MY', undefined].map((country) => isTaxCharged(SINGAPORE, country))).toEqual([
    true,
    false,
    false,
  ])
})

describe('tax in a price of ₹1,180', () => {
  const PAID = 118_000

  test('within the seller’s state is halved between CGST and SGST', () => {
    expect(computeTax(paid(PAID), SELLER, { country: 'IN', state: 'maharashtra' })).toEqual({
      sac: '998314',
      placeOfSupply: 'Maharashtra (27)',
      treatment: 'Intra-state supply',
      taxableAmount: '1000.00',
      lines: [
        { label: 'CGST', rateBasisPoints: 900, amount: '90.00' },
        { label: 'SGST', rateBasisPoints: 900, amount: '90.00' },
      ],
    })
  })

  test('within a union territory without a legislature the state’s half is UTGST', () => {
    const seller = { ...SELLER, taxNumber: '04AAPFU0939F1Z3' }
    const tax = computeTax(paid(PAID), seller, { country: 'IN', state: 'Chandigarh' })
    expect(tax?.lines.map(({ label }) => label)).toEqual(['CGST', 'UTGST'])
  })

  test('to another state is IGST', () => {
    expect(computeTax(paid(PAID), SELLER, { country: 'IN', state: 'Tamil Nadu' })).toMatchObject({
      placeOfSupply: 'Tamil Nadu (33)',
      treatment: 'Inter-state supply',
      taxableAmount: '1000.00',
      lines: [{ label: 'IGST', rateBasisPoints: 1800, amount: '180.00' }],
    })
  })

  test('abroad is none under a letter of undertaking', () => {
    expect(computeTax(paid(PAID), SELLER, { country: 'GB', state: 'Kerala' })).toMatchObject({
      placeOfSupply: 'Outside India (96)',
      treatment:
        'SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX',
      taxableAmount: '1180.00',
      lines: [{ label: 'IGST', rateBasisPoints: 0, amount: '0.00' }],
    })
  })

  test('abroad is IGST without one', () => {
    const seller = { ...SELLER, tax: { ...GST, hasLut: false } }
    expect(computeTax(paid(PAID), seller, { country: 'OTHER' })).toMatchObject({
      treatment: 'SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX',
      taxableAmount: '1000.00',
      lines: [{ label: 'IGST', rateBasisPoints: 1800, amount: '180.00' }],
    })
  })

  test('goes by the state of the buyer’s GSTIN before that of the address', () => {
    const buyer = { country: 'IN', state: 'Maharashtra', taxId: OF_KARNATAKA }
    expect(computeTax(paid(PAID), SELLER, buyer)?.placeOfSupply).toBe('Karnataka (29)')
  })

  test.each([
    ['no country', {}],
    ['no state', { country: 'IN' }],
    ['a blank state', { country: 'IN', state: ' ' }],
    ['another tax number', { country: 'IN', taxId: 'EIN 12-3456789' }],
  ])('of a buyer with %s is that of the seller’s own state', (_, buyer) => {
    expect(computeTax(paid(PAID), SELLER, buyer)?.placeOfSupply).toBe('Maharashtra (27)')
  })

  // Such orders were placed before states were checked.
  test('of a buyer whose state nobody understands is IGST, whatever the seller’s state', () => {
    expect(computeTax(paid(PAID), SELLER, { country: 'IN', state: ' Maharastra ' })).toMatchObject({
      placeOfSupply: 'Maharastra',
      treatment: 'Inter-state supply',
      lines: [{ label: 'IGST', rateBasisPoints: 1800, amount: '180.00' }],
    })
  })

  test.each([
    ['a GSTIN of Other Territory', withCheck('97AAPFU0939F1Z'), 'Other Territory (97)', ['IGST']],
    ['the number of who deducts tax', withCheck('29BLRM12345F1D'), 'Karnataka (29)', ['IGST']],
    [
      'the number of who lives abroad and is registered here',
      withCheck('2924USA00012NR'),
      'Karnataka (29)',
      ['IGST'],
    ],
    ['an embassy’s UIN: the address counts', '0717UNO00154UNU', 'Maharashtra (27)', ['CGST', 'SGST']],
    [
      'a supplier’s number from abroad: the address counts',
      '9917SGP29001OST',
      'Maharashtra (27)',
      ['CGST', 'SGST'],
    ],
  ])('goes by the place of %s', (_, taxId, place, labels) => {
    const tax = computeTax(paid(PAID), SELLER, { country: 'IN', state: 'महाराष्ट्र', taxId })
    expect([tax?.placeOfSupply, tax?.lines.map(({ label }) => label)]).toEqual([place, labels])
  })

  test('of such numbers abroad is that of an export', () => {
    const buyer = { country: 'SG', state: 'Singapore', taxId: '9917SGP29001OST' }
    expect(computeTax(paid(PAID), SELLER, buyer)?.placeOfSupply).toBe('Outside India (96)')
  })

  test('is not shown by a seller without GST', () => {
    const tax = { scheme: 'none', financialYearStart: 1 } as const
    expect(computeTax(paid(PAID), { ...SELLER, tax }, { country: 'IN' })).toBeUndefined()
  })
})

describe('a named tax of 9% in a price of 1,090.00', () => {
  test('is charged in the seller’s country, with the company’s sentence', () => {
    expect(computeTax(paid(109_000), SINGAPORE, { country: 'SG', state: 'Karnataka' })).toEqual({
      sac: '',
      placeOfSupply: '',
      treatment: 'Standard-rated supply',
      taxableAmount: '1000.00',
      lines: [{ label: 'GST', rateBasisPoints: 900, amount: '90.00' }],
    })
  })

  test('is none abroad, whatever the buyer’s number', () => {
    expect(computeTax(paid(109_000), SINGAPORE, { country: 'IN', taxId: OF_KARNATAKA })).toMatchObject({
      treatment: 'Zero-rated supply',
      taxableAmount: '1090.00',
      lines: [{ label: 'GST', rateBasisPoints: 0, amount: '0.00' }],
    })
  })

  test('is charged where the buyer’s country is not known', () => {
    expect(computeTax(paid(109_000), SINGAPORE, {})?.taxableAmount).toBe('1000.00')
  })

  test('has a rate of two decimals', () => {
    const seller = { ...SINGAPORE, tax: { ...SINGAPORE.tax, ratePercent: 8.29 } }
    expect(computeTax(paid(109_000), seller, {})?.lines[0]?.rateBasisPoints).toBe(829)
  })
})

test('a GSTIN of each state names it', () => {
  for (const { code, name } of INDIAN_STATES)
    expect(getStateOfGstin(withCheck(`${code}AAPFU0939F1Z`)).name).toBe(name)
})

test.each([
  ...['9922CHE29001OSR', '9917SGP29001OST', '9923USA29044OSE', '9924ISR29001OSH', '9917AUS29001OSF'],
  ...['0717UNO00154UNU', '0717UNO00157UNO', '29AABCF8078M1C8', '27AAECG3736E1C2'],
])('%s, in use, is taken where a GSTIN is, and not with another check character', (number) => {
  expect(parseGstin(number.toLowerCase())).toBe(number)
  const wrong = number.slice(0, -1) + (number.endsWith('1') ? '2' : '1')
  expect(parseGstin(wrong)).toBeUndefined()
  expect([number, wrong].map((one) => TaxId.safeParse(one).success)).toEqual([true, false])
})

test('a GSTIN is read with blanks and small letters', () => {
  expect(parseGstin(' 27aapfu 0939f1zv ')).toBe('27AAPFU0939F1ZV')
})

test.each([
  ['another check character', '27AAPFU0939F1ZW'],
  ['two letters exchanged', '27AAFPU0939F1ZV'],
  ['a state that does not exist', '99AAPFU0939F1ZV'],
  ['a supplier abroad with a state', withCheck('2917SGP29001OS') || '2917SGP29001OST'],
  ['one character less', '27AAPFU0939F1Z'],
  ['another country’s number', 'GB 123 4567 89'],
  ['nothing', ''],
])('%s is no GSTIN', (_, text) => {
  expect(parseGstin(text)).toBeUndefined()
})

test('only a number that looks like a GSTIN must be a valid one', () => {
  expect(TaxId.safeParse('27AAPFU0939F1ZW').success).toBe(false)
  for (const other of ['27AAPFU0939F1ZV', 'GB 123 4567 89', 'DE123456789', '12-3456789', '']) {
    expect(TaxId.safeParse(other).success).toBe(true)
  }
})

const anyGstSeller = fc.record({
  taxNumber: fc.constant('27AAPFU0939F1ZV'),
  registeredAddress: fc.constant({ countryCode: 'IN' }),
  tax: fc.record({
    scheme: fc.constant('gst' as const),
    financialYearStart: fc.constant(4),
    sac: fc.constant('998314'),
    ratePercent: fc.integer({ min: 0, max: 80 }).map((halves) => halves / 2),
    hasLut: fc.boolean(),
  }),
})

const treatment = { sentence: 'As the law says', source: 'The law' }

const anyDomesticSeller = fc.record({
  taxNumber: fc.constant('M90000000X'),
  registeredAddress: fc.constant({ countryCode: 'IN' }),
  tax: fc.record({
    scheme: fc.constant('domestic' as const),
    financialYearStart: fc.constant(1),
    name: fc.constant('SST'),
    ratePercent: fc.integer({ min: 1, max: 4_000 }).map((basisPoints) => basisPoints / 100),
    home: fc.constant(treatment),
    abroad: fc.constant(treatment),
  }),
})

const anySeller = fc.oneof(anyGstSeller, anyDomesticSeller)

const anyBuyer = fc.record({
  country: fc.option(fc.constantFrom('IN', 'GB', 'OTHER'), { nil: undefined }),
  state: fc.constantFrom('', ...INDIAN_STATES.map(({ name }) => name)),
})

/** Amounts up to the largest order, in paise. */
const anyPaid = fc.integer({ min: 0, max: 200_000_000_000 })

/** @throws Error if the amount does not have two decimals */
function toPaise(amount: string): number {
  expect(amount).toMatch(/^\d+\.\d\d$/)
  return Number(amount.replace('.', ''))
}

test('taxable value and taxes are what was paid, to the last paisa, and halves are equal', () => {
  fc.assert(
    fc.property(anyPaid, anySeller, anyBuyer, (paid, seller, buyer) => {
      const { taxableAmount = '', lines = [] } = computeTax(money(paid, 'INR'), seller, buyer) ?? {}
      const amounts = lines.map(({ amount }) => toPaise(amount))
      expect(toPaise(taxableAmount) + amounts.reduce((sum, amount) => sum + amount, 0)).toBe(paid)
      expect(new Set(amounts).size).toBe(1)
    }),
  )
})

test('each tax is at most half a paisa away from the rate’s share', () => {
  fc.assert(
    fc.property(anyPaid, anySeller, anyBuyer, (paid, seller, buyer) => {
      const lines = computeTax(money(paid, 'INR'), seller, buyer)?.lines ?? []
      const all = lines.reduce((sum, { rateBasisPoints }) => sum + rateBasisPoints, 0)
      for (const { rateBasisPoints, amount } of lines) {
        expect(Math.abs(toPaise(amount) - (paid * rateBasisPoints) / (10_000 + all))).toBeLessThanOrEqual(
          0.5 + 1e-6,
        )
      }
    }),
  )
})
