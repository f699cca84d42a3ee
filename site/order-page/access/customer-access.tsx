import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { AccessList } from '../../../api/contract/order-work/access.ts'
import { ACCESS_KINDS } from '../../../api/rules/order-work/access.ts'
import { readMessage } from '../../client/refusals.ts'
import { formatMoment } from '../../format/date.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { passOn } from '../live.ts'
import type { Call } from '../use-conversation.ts'
import { useOrderPart } from '../use-order-part.ts'
import { AccessDialog } from './access-dialog.tsx'

/** The box for passwords: they go in, and never come back to this page. Shown while there is work. */
export function CustomerAccess({ orderId, call }: { orderId: number; call: Call }) {
  const { data, setData } = useOrderPart<AccessList>(orderId, 'access', call)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<AccessList['access'][number] | undefined>()
  if (!data?.canAdd) return null

  async function takeBack(id: string): Promise<void> {
    setData(await call<AccessList>(`/api/access/${id}`, { method: 'DELETE' }))
    setLeaving(undefined)
    showToast('Taken back')
    passOn(orderId)
  }

  return (
    <Card
      title="Access data"
      description="For hosting, CMS or domain. Encrypted, shown to the people who work on your order, deleted when it is completed."
    >
      <ul className="divide-y divide-line">
        {data.access.map((one) => (
          <li key={one.id} className="flex items-center justify-between gap-3 px-5 py-2.5 text-sm sm:px-6">
            <p className="min-w-0">
              <span className="font-medium text-ink">{ACCESS_KINDS[one.kind]}</span>{' '}
              <time dateTime={one.createdAt} className="tabular-nums text-ink-quiet">
                {formatMoment(one.createdAt)}
              </time>
            </p>
            <Button variant="ghost" className="-mr-3 !px-3" onClick={() => setLeaving(one)}>
              Take back<span className="sr-only"> {ACCESS_KINDS[one.kind]}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="border-t border-line px-5 py-4 first:border-t-0 sm:px-6">
        <Button
          icon={KeyRound}
          variant="secondary"
          className="max-sm:w-full"
          onClick={() => setIsAdding(true)}
        >
          Add access
        </Button>
      </div>
      {isAdding && (
        <AccessDialog orderId={orderId} call={call} onStored={setData} onClose={() => setIsAdding(false)} />
      )}
      {leaving && (
        <ConfirmDialog
          title={`Take back: ${ACCESS_KINDS[leaving.kind]}?`}
          confirm="Take back"
          onCancel={() => setLeaving(undefined)}
          onConfirm={() => takeBack(leaving.id)}
          explain={(error) =>
            showError('Error', readMessage(error) ?? 'It was not taken back. Please try again.')
          }
        >
          It is deleted at once, and nobody can see it any more. Whoever has seen it before still knows it, so
          change the password there, too.
        </ConfirmDialog>
      )}
    </Card>
  )
}
