import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CredentialsList, RevealedCredentials } from '#api/contract/orders/credentials.ts'
import { CREDENTIALS_KINDS } from '#api/rules/order-work/credentials.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { CopyButton } from '#site/kit/ui/primitives/copy-button.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { sendHint } from '#site/order/live.ts'
import type { Call } from '#site/order/use-conversation.ts'
import { useOrderPart } from '#site/order/use-order-part.ts'

const SHOWN_FOR_MS = 60_000
const LABELS = { address: 'Address', userName: 'Username', secret: 'Password', note: 'Note' } as const

interface TeamCredentialsProps {
  orderId: number
  /** The area's `callApi`. Must be a stable function. */
  call: Call
}

/** The customer's credentials; a click reveals an entry. */
export function TeamCredentials({ orderId, call }: TeamCredentialsProps) {
  const { data, error, reload } = useOrderPart<CredentialsList>(orderId, 'credentials', call)
  return (
    <Card isDense title="Credentials">
      {!data && Boolean(error) && (
        <LoadFailed title="The credentials didn’t load" error={error} onRetry={reload} />
      )}
      {!data && !error && (
        <Loading className="p-5 sm:px-6">
          <Skeleton className="h-5" />
        </Loading>
      )}
      {data?.credentials.length === 0 && (
        <p className="px-5 py-3.5 text-sm text-ink-quiet sm:px-6">
          None yet. The customer adds them on the order page. They’re deleted when the work ends.
        </p>
      )}
      <ul className="divide-y divide-line">
        {data?.credentials.map((one) => (
          <Credentials key={one.id} credentials={one} orderId={orderId} call={call} />
        ))}
      </ul>
    </Card>
  )
}

function Credentials({
  credentials,
  orderId,
  call,
}: TeamCredentialsProps & { credentials: CredentialsList['credentials'][number] }) {
  const { id, kind, createdAt } = credentials
  const [shown, setShown] = useState<RevealedCredentials | undefined>()
  const label = CREDENTIALS_KINDS[kind]
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(undefined), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const { run: show, isBusy } = useAction(
    async () => {
      setShown(await call<RevealedCredentials>(`/api/credentials/${id}/reveal`, { method: 'POST' }))
      // Refreshes the history, which lists the reveal.
      sendHint(orderId)
    },
    explainBy('Error', 'It couldn’t be shown. Please try again.'),
  )
  const fields = Object.entries(LABELS).flatMap(([name, title]) => {
    const value = shown?.[name as keyof typeof LABELS]
    return value ? [{ title, value }] : []
  })
  return (
    <li className="px-5 py-2 text-sm sm:px-6">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0">
          <span className="font-medium text-ink">{label}</span>{' '}
          <time dateTime={createdAt} className="tabular-nums text-ink-quiet">
            {formatMoment(createdAt)}
          </time>
        </p>
        <Button
          icon={shown ? EyeOff : Eye}
          variant="ghost"
          className="-mr-3 !px-3"
          busy={isBusy}
          aria-expanded={Boolean(shown)}
          onClick={() => (shown ? setShown(undefined) : show())}
        >
          {shown ? 'Hide' : 'Show'}
          <span className="sr-only"> {label}</span>
        </Button>
      </div>
      {shown && (
        <>
          <dl className="mt-1 flex flex-col gap-2">
            {fields.map(({ title, value }) => (
              <div key={title}>
                <dt className="text-ink-quiet">{title}</dt>
                <dd className="flex items-start justify-between gap-3 text-ink">
                  <span
                    translate="no"
                    className="min-w-0 whitespace-pre-wrap py-2 font-mono [overflow-wrap:anywhere]"
                  >
                    {value}
                  </span>
                  <CopyButton text={value}>
                    Copy<span className="sr-only"> {title}</span>
                  </CopyButton>
                </dd>
              </div>
            ))}
          </dl>
          <p className="py-2 text-ink-quiet">Hidden again after a minute. The history shows who viewed it.</p>
        </>
      )}
    </li>
  )
}
