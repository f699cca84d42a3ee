import type { RefundRequest } from '../../../../../api/contract/order-work/refund-requests.ts'
import { formatAmount } from '../../../../../api/rules/money/format.ts'
import { formatPromise } from '../../../../format/delivery.ts'

/** Where the request stands, in a sentence or two. */
export function Standing({ request }: { request: RefundRequest }) {
  const { state, dueBy, workGoesOn, secondLookAt, asked, offer } = request
  const due = formatPromise(new Date(dueBy))
  const work = workGoesOn ? 'The work goes on meanwhile.' : 'Work and its delivery time wait until then.'
  const texts: Record<RefundRequest['state'], [title: string, text: string]> = {
    open: [
      secondLookAt ? `We look at it again, by ${due}` : `We decide about your refund by ${due}`,
      `You asked for ${formatAmount(asked, request.currency)} back. ${work}`,
    ],
    offered:
      offer?.kind === 'refund'
        ? [
            `We offer ${formatAmount(offer.amount ?? '0', request.currency)}: do you agree?`,
            'This is how we worked it out.',
          ]
        : ['We offer you something else', 'You are free to take it or not.'],
    declined: ['We do not give this money back', 'We have looked at your request, and this is why.'],
    refunded: ['Your refund is decided', 'The money goes back to the card or account you paid with.'],
    taken: ['You have taken what we offered', ''],
    withdrawn: ['You withdrew your request', ''],
    cancelled: ['You have cancelled in time', 'All that you paid goes back.'],
  }
  const [title, text] = texts[state]
  return (
    <div>
      <p className="text-base font-semibold tracking-tight text-ink">{title}</p>
      {text && <p className="mt-1">{text}</p>}
    </div>
  )
}
