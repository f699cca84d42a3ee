import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { AccessList } from '../../../api/contract/order-work/access.ts'
import { Button } from '../../ui/primitives/button.tsx'
import type { Call } from '../use-conversation.ts'
import { useOrderPart } from '../use-order-part.ts'
import { AccessDialog } from './access-dialog.tsx'

interface AccessOfferProps {
  orderId: number
  call: Call
  /** The box has it, so the message no longer needs it. */
  onStored: () => void
}

/** Stands above a message that looks like access data. It can be sent all the same. Not in its form: the dialog has one. */
export function AccessOffer({ orderId, call, onStored }: AccessOfferProps) {
  const { data } = useOrderPart<AccessList>(orderId, 'access', call)
  const [isAdding, setIsAdding] = useState(false)
  if (!data?.canAdd) return null
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-quiet">
      <p role="status">Looks like a password. Messages are kept for years.</p>
      <Button icon={KeyRound} variant="ghost" className="-ml-3 !px-3" onClick={() => setIsAdding(true)}>
        Put it into the access box instead
      </Button>
      {isAdding && (
        <AccessDialog orderId={orderId} call={call} onStored={onStored} onClose={() => setIsAdding(false)} />
      )}
    </div>
  )
}
