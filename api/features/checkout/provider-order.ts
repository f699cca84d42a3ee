import type { Services } from '../../app-type.ts'
import { Conflict, Unavailable } from '../../base/errors.ts'
import { currencies } from '../../content/content.ts'
import { formatMoney } from '../../rules/money/format.ts'
import { type Money, toDecimal } from '../../rules/money/money.ts'
import { isBelowMinimum } from '../../rules/money/pricing.ts'
import { smallestChargeOf } from '../../rules/money/sold-in.ts'
import { noteCurrency } from '../payments/currency-state.ts'
import { GatewayRejected, GatewayUnavailable } from '../payments/gateway-errors.ts'

/**
 * Opens an order at the provider.
 * @param inDefault the order's price in the default currency, for a buyer whose currency the provider does not take;
 *   absent where it has no other price
 * @throws Conflict below_minimum, currency_unavailable; Unavailable
 */
export async function openProviderOrder(
  services: Services,
  { amount, receipt, inDefault }: { amount: Money; receipt: string; inDefault?: () => Money },
): Promise<string> {
  const { currency } = amount
  const least = smallestChargeOf(currencies, currency)
  if (isBelowMinimum(amount, least)) {
    const words = `The total is below ${formatMoney(least)}, the least a card can be charged`
    throw new Conflict('below_minimum', words)
  }
  try {
    const { id } = await services.gateway.createOrder({ amount, receipt, notes: { receipt } })
    if (currency !== currencies.default) await noteCurrency(services, currency, 'enabled')
    return id
  } catch (error) {
    if (error instanceof GatewayRejected && error.field === 'currency' && currency !== currencies.default) {
      await noteCurrency(services, currency, 'refused')
      throw new Conflict(
        'currency_unavailable',
        `${currency} cannot be paid here yet`,
        inDefault && toDetails(inDefault()),
      )
    }
    if (error instanceof GatewayUnavailable || error instanceof GatewayRejected) {
      throw new Unavailable('provider_unavailable', 'Failed to create order')
    }
    throw error
  }
}

/** As a refusal tells an amount that the buyer may agree to. */
export const toDetails = (amount: Money) => ({ finalAmount: toDecimal(amount), currency: amount.currency })
