/** Rejects Indian addresses with an unknown state before payment (docs/product/shop.md, Tax). */

import { brand } from '#api/content/content.ts'
import { InvalidInput } from '#api/platform/errors.ts'
import { findStateFault, findStateFaultOfAccount } from '#api/rules/money/indian-address.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'

type Buyer = Record<'country' | 'address' | 'state', string>

/** @param path the state's field in the request @throws InvalidInput */
export function assertStateOfForm(form: Pick<Buyer, 'country' | 'state'>, path: string): void {
  refuse(findStateFault(brand, form), path)
}

/** Accepts buyers who were not asked for an address. @throws InvalidInput */
export function assertStateOfAccount(account: Buyer): void {
  refuse(findStateFaultOfAccount(brand, omitPlaceholders(account)), 'state')
}

function refuse(fault: string | undefined, path: string): void {
  if (fault) throw new InvalidInput(path, fault)
}
