import { expect, test } from 'vitest'
import { fillBuyer } from '../../db/models/buyer.ts'
import { shapeBuyer } from '../rules/buyer-fields.ts'

test('the contract and the database have the same fields of a buyer, and the same ones are optional', () => {
  const contract = shapeBuyer(
    () => '',
    () => null,
  )
  expect(fillBuyer({})).toStrictEqual(contract)
})
