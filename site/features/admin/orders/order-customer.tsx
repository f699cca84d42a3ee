import type { AdminOrderDetail } from '../../../../api/contract/admin-orders.ts'
import { nameCountry } from '../../../../api/rules/countries.ts'
import { omitPlaceholders } from '../../../../api/rules/placeholders.ts'
import { Card } from '../../../ui/primitives/card.tsx'
import { Fact } from '../../../ui/primitives/fact.tsx'
import { Email } from '../list/cells.tsx'
import { isErased } from '../list/order-labels.ts'
import { PaymentLinkButton } from '../offers/payment-link.tsx'
import { PlaceLink } from '../place-link.tsx'

const LINK = 'link -my-1 inline-block py-1'

/** The buyer's details as they were given for this order. */
export function OrderCustomer({ order }: { order: AdminOrderDetail }) {
  const buyer = omitPlaceholders(order.buyer)
  const { firstName, lastName, email, phone, company, jobTitle, ...rest } = buyer
  const { country: _, address, city, state, zipCode, taxId, ...unshown } = rest
  // A field that is not shown below does not compile.
  unshown satisfies Record<string, never>
  const name = `${firstName} ${lastName}`
  if (isErased(buyer)) {
    return (
      <Card isDense title="Customer">
        <div className="px-5 py-4 text-sm sm:px-6">
          <p className="font-medium text-ink">{name}</p>
          <p className="mt-1 text-ink-quiet">
            Their personal data was erased: there is no address to write to, and no invoice is shown.
          </p>
        </div>
      </Card>
    )
  }
  const region = [state, zipCode].filter(Boolean).join(' ')
  const place = [city, region].filter(Boolean).join(', ')
  const country = buyer.country && nameCountry(buyer.country)
  return (
    <Card isDense title="Customer">
      <dl className="flex flex-col gap-3 px-5 py-4 text-sm sm:px-6">
        <Fact label="Name" valueClassName="font-medium">
          {name}
          {(jobTitle || company) && (
            <span className="block font-normal text-ink-quiet">
              {[jobTitle, company].filter(Boolean).join(', ')}
            </span>
          )}
        </Fact>
        <Fact label="Email">
          <a href={`mailto:${email}`} className={LINK}>
            <Email address={email} />
          </a>
          {order.user && order.user.email !== email && (
            <span className="block text-ink-quiet">
              The account has <Email address={order.user.email} /> today
            </span>
          )}
        </Fact>
        {phone && (
          <Fact label="Phone">
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={LINK}>
              {phone}
            </a>
          </Fact>
        )}
        <Fact label="Address">
          {[address, place, country].filter(Boolean).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          {!address && !place && <span className="text-ink-quiet">Not given yet</span>}
        </Fact>
        {taxId && <Fact label="Tax ID">{taxId}</Fact>}
        {order.reference && <Fact label="Customer reference">{order.reference}</Fact>}
      </dl>
      <div className="flex flex-wrap gap-x-6 border-t border-line px-5 py-2 text-sm sm:px-6">
        {order.user && (
          <PlaceLink
            to={{ user: String(order.user.id) }}
            className="link inline-flex min-h-target items-center"
          >
            All about this customer
          </PlaceLink>
        )}
        <PlaceLink to={{ tab: 'orders', q: email }} className="link inline-flex min-h-target items-center">
          All orders of this customer
        </PlaceLink>
        <PaymentLinkButton
          start={{
            ...{ firstName, lastName, email, currency: order.currency, fromOrder: order },
            title: `Extra work: ${order.packageName}`.slice(0, 120),
          }}
        />
      </div>
    </Card>
  )
}
