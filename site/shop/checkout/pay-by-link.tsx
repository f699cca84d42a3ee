import { CircleCheck, Link2Off } from 'lucide-react'
import { type ComponentProps, useCallback, useEffect } from 'react'
import type { LinkedPayment } from '#api/contract/sales/payment-links.ts'
import { RESUME_LINK_HOURS } from '#api/rules/periods.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readCode } from '#site/kit/client/refusals.ts'
import { useFetched } from '#site/kit/client/use-fetched.ts'
import { loadSession } from '#site/kit/stores/session.ts'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { BROWSE_LINK, CheckoutSkeleton, DASHBOARD_LINK, Surface } from './checkout-states.tsx'
import { LinkForm } from './link-form.tsx'

type Refusal = Omit<ComponentProps<typeof EmptyState>, 'isError'>

/** By the code of the API's refusal. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  order_paid: {
    icon: CircleCheck,
    title: 'This order is already paid',
    action: DASHBOARD_LINK,
    children: 'There’s nothing left to do. You can find it in your dashboard.',
  },
  order_given_up: {
    icon: Link2Off,
    title: 'This order is no longer open',
    action: BROWSE_LINK,
    children: 'You have not been charged. The coupon may have been used up. Please order again.',
  },
  instalment_not_due: {
    icon: CircleCheck,
    title: 'There’s nothing to pay',
    action: DASHBOARD_LINK,
    children: 'This instalment is already paid or no longer due.',
  },
}

const INVALID = { icon: Link2Off, title: 'This link isn’t valid or has expired' }
/** What is said by the address: a link that does not open says nothing of itself. */
const UNOPENED = {
  order: {
    failed: 'The order didn’t load',
    invalid: {
      ...INVALID,
      action: BROWSE_LINK,
      children: `A link to an unpaid order works for ${RESUME_LINK_HOURS} hours. Nothing was charged. You can order again.`,
    },
  },
  instalment: {
    failed: 'The payment didn’t load',
    invalid: {
      ...INVALID,
      action: DASHBOARD_LINK,
      children: 'The customer can pay on the order page.',
    },
  },
  offer: { failed: 'The payment didn’t load', invalid: { ...INVALID, children: 'Nothing was charged.' } },
} satisfies Record<string, { failed: string; invalid: Refusal }>

interface PayByLinkProps {
  token: string
  what: keyof typeof UNOPENED
  /** Called when a payment has ended, or could not be opened. */
  onEnd?: () => void
}

/** Pays what a mailed link names: an unpaid order, an instalment that is due, or an accepted offer. */
export function PayByLink({ token, what, onEnd }: PayByLinkProps) {
  const open = useCallback(
    () => callApi<LinkedPayment>('/api/payment-links/open', { method: 'POST', body: { token } }),
    [token],
  )
  const { data: link, error, reload } = useFetched(open)
  const code = readCode(error) ?? ''
  const refusal = code === 'payment_link_invalid' ? UNOPENED[what].invalid : REFUSALS[code]

  useEffect(() => {
    void loadSession()
  }, [])

  if (link && !refusal) return <LinkForm token={token} link={link} reload={reload} onEnd={onEnd} />
  if (!error) return what === 'offer' ? <Skeleton className="h-80" /> : <CheckoutSkeleton />
  return (
    <Surface>
      {refusal ? (
        <EmptyState {...refusal} />
      ) : (
        <LoadFailed title={UNOPENED[what].failed} error={error} onRetry={reload} />
      )}
    </Surface>
  )
}
