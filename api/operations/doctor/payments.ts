import { brand, currencies } from '#api/content/content.ts'
import type { Brand } from '#api/contract/content/brand.ts'
import { findCurrencyState } from '#api/money/payments/currency-state.ts'
import { type Gateway, GatewayRejected } from '#api/money/payments/gateway.ts'
import { formatMoment } from '#api/platform/mail/words.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { OperationMark } from '#db/models/platform/operation-mark.ts'
import {
  type Check,
  createCheck,
  type DoctorContext,
  type Finding,
  fault,
  ok,
  unset,
  WITHOUT_DATABASE,
} from './check.ts'

const SANDBOX = 'Payments go to the sandbox'

const key = createCheck('Payments', 'Key', async ({ gateway }) => {
  if (!gateway) return unset(SANDBOX)
  try {
    await gateway.checkKey()
    return gateway.isLive ? ok('Live, and accepted') : unset('Accepted, but a test key takes no real money')
  } catch (error) {
    return error instanceof GatewayRejected
      ? fault('Refused by the provider', 'Copy the key id and secret from the provider’s dashboard again.')
      : fault('The provider did not respond', 'Check that this machine can reach the provider.')
  }
})

/** The provider cannot list enabled currencies, but opens orders only in them. */
const currency = createCheck('Payments', 'Currency', async ({ gateway, db }) => {
  if (!gateway) return unset(SANDBOX)
  const { currencies: taken } = await gateway.checkKey().catch(() => ({ currencies: [] as string[] }))
  const states = await Promise.all(
    [currencies.default, ...currencies.offered.map(({ code }) => code)].map(async (code) => {
      const mark = db && (await findCurrencyState(db, code))
      if (mark?.isRefused)
        return { code, isRefused: true, text: `${code}: refused since ${formatMoment(mark.since)}` }
      return mark || taken.includes(code)
        ? { code, isTaken: true, text: `${code}: the provider has opened orders in it` }
        : { code, text: `${code}: not known yet, until a first order in it` }
    }),
  )
  const text = states.map((state) => state.text).join('; ')
  const refused = states.filter(({ isRefused }) => isRefused).map(({ code }) => code)
  if (refused.length > 0)
    return fault(
      text,
      `Ask the provider to enable ${refused.join(' and ')}, or take it out of currencies.yaml.`,
    )
  return states.every(({ isTaken }) => isTaken) ? ok(text) : unset(`${text}. Ask for international payments.`)
})

function describeEventsCall({ env }: DoctorContext, { eventPath, eventTypes }: Gateway): string {
  return `Add a webhook at the provider to ${env.publicOrigin}/api${eventPath} with the events ${eventTypes.join(', ')}`
}

const webhook = createCheck('Payments', 'Webhook', async (context) => {
  const { db, gateway } = context
  if (!gateway) return unset(SANDBOX)
  if (!db) return WITHOUT_DATABASE
  const accepted = await ProviderEvent.query(db).orderBy('id', 'desc').first()
  const refused = await OperationMark.query(db).findById('webhook_refused')
  if (refused && (!accepted || refused.markedAt > accepted.receivedAt)) {
    return fault(
      `The signature of the last event (${formatMoment(refused.markedAt)}) did not match`,
      `Set the same secret for the webhook at the provider as here. ${describeEventsCall(context, gateway)}.`,
    )
  }
  if (accepted) return ok(`Last signed event: ${accepted.eventType}, ${formatMoment(accepted.receivedAt)}`)
  return unset(`Not yet proved. ${describeEventsCall(context, gateway)}`)
})

export const paymentChecks: readonly Check[] = [key, currency, webhook]

const NOT_THERE = 'There is no reverse charge, and no rate by the buyer’s country.'
/** Source: Notification 10/2023, Central Tax, in force since 1 August 2023. */
const NO_IRN =
  'No e-invoice number (IRN) either: India asks for it on sales to businesses, above ₹5 crore of turnover a year.'
const NO_E_INVOICE = 'No e-invoices to the tax office either.'

/** Describes the tax that prices include, and the tax rules that the shop does not cover (docs/make-it-yours.md). */
export function describeTax({ tax, registeredAddress }: Pick<Brand, 'tax' | 'registeredAddress'>): Finding {
  if (tax.scheme === 'none') return unset(`No tax is in the prices. ${NOT_THERE}`)
  if (tax.scheme === 'gst') return ok(`India’s GST of ${tax.ratePercent}%. ${NOT_THERE} ${NO_IRN}`)
  const { country, countryCode } = registeredAddress
  const missing = countryCode === 'IN' ? NO_IRN : NO_E_INVOICE
  const charged = `${tax.name} of ${tax.ratePercent}% for buyers in ${country}, none abroad.`
  return ok(`${charged} ${NOT_THERE} ${missing}`)
}

export const taxCheck = createCheck('Payments', 'Tax', async () => describeTax(brand))
