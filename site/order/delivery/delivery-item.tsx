import { ExternalLink } from 'lucide-react'
import type { Delivery, DeliveryRequest } from '#api/contract/orders/deliveries.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { FileLinks } from '#site/order/attachments/file-links.tsx'

interface DeliveryItemProps {
  delivery: Delivery
  /** All requests of the order; those about this delivery that are closed are shown with it. */
  requests: readonly DeliveryRequest[]
  /** How the requests name the customer. */
  who?: string
}

/** One delivery: its note, links and files, who delivered it when, and its outcome. */
export function DeliveryItem({ delivery, requests, who = 'You' }: DeliveryItemProps) {
  const { number, note, links, files, isWhole, by, at, acceptedAt, acceptedKind } = delivery
  const closed = requests.filter(({ deliveryNumber, closedAt }) => deliveryNumber === number && closedAt)
  return (
    <article
      aria-label={`Delivery ${number}`}
      className="flex min-w-0 flex-col gap-3 text-sm [overflow-wrap:anywhere]"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-quiet">
        <h3 className="font-semibold text-ink">Delivery {number}</h3>
        {!isWhole && <Badge>Partial</Badge>}
        <span className="tabular-nums">
          {by.firstName} {by.lastName} · <time dateTime={at}>{formatMoment(at)}</time>
        </span>
      </div>
      {note && <p className="max-w-text whitespace-pre-line leading-relaxed text-ink">{note}</p>}
      {links.length > 0 && (
        <ul aria-label="Links" className="flex flex-col items-start gap-1">
          {links.map((link) => (
            <li key={link}>
              <a
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                className="link inline-flex items-start gap-1.5 py-0.5"
              >
                <ExternalLink aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                {link}
              </a>
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <div className="max-w-text">
          <FileLinks files={files} />
        </div>
      )}
      {closed.map((request) => (
        <RequestQuote key={request.id} request={request} who={who} />
      ))}
      {acceptedAt && (
        <p className="font-medium text-positive">
          {acceptedKind === 'time' ? 'Accepted automatically' : `${who} accepted it`},{' '}
          <time dateTime={acceptedAt}>{formatMoment(acceptedAt)}</time>
        </p>
      )}
    </article>
  )
}

/** Closed requests without a delivery, which are listed separately. */
export const findLoose = (requests: readonly DeliveryRequest[]): DeliveryRequest[] =>
  requests.filter(({ deliveryNumber, closedAt }) => deliveryNumber === null && closedAt)

/** What the customer said about a delivery and what the team decided. */
export function RequestQuote({ request, who = 'You' }: { request: DeliveryRequest; who?: string }) {
  const { kind, text, at, outcome, reason } = request
  const said = kind === 'fault' ? 'reported a problem' : 'requested a change'
  return (
    <div className="flex max-w-text flex-col gap-1 border-l-2 border-line-strong pl-3 text-sm [overflow-wrap:anywhere]">
      <p className="tabular-nums text-ink-quiet">
        {who} {said} · <time dateTime={at}>{formatMoment(at)}</time>
      </p>
      {text && <p className="whitespace-pre-line leading-relaxed text-ink">{text}</p>}
      {outcome === 'declined' && (
        <p className="whitespace-pre-line leading-relaxed text-ink">
          <span className="font-medium text-negative">Declined{reason && ': '}</span>
          {reason}
        </p>
      )}
      {outcome === 'granted' && <p className="font-medium text-positive">Granted by the team</p>}
    </div>
  )
}
