import { expect, test } from 'vitest'
import { shapeBuyer } from '#api/rules/buyer-fields.ts'
import { fillBuyer } from '#db/models/people/buyer.ts'

test('the contract and the database have the same fields of a buyer, and the same ones are optional', () => {
  const contract = shapeBuyer(
    () => '',
    () => null,
  )
  expect(fillBuyer({})).toStrictEqual(contract)
})
