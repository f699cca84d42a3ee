import { FolderDown } from 'lucide-react'
import { useCallback } from 'react'
import type { FileList } from '../../../api/contract/order-work/messages.ts'
import { callApi } from '../../client/api.ts'
import { useFetched } from '../../client/use-fetched.ts'
import { buttonClass } from '../../ui/primitives/button.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import type { Call } from '../use-conversation.ts'
import { useOrderHint } from '../use-order-hint.ts'
import { FileLinks } from './file-links.tsx'

interface OrderFilesProps {
  orderId: number
  isDense?: boolean
  /** The area's own. Always the same function. */
  call?: Call
}

/** All files of an order, the latest first. Shows nothing while there are none. */
export function OrderFiles({ orderId, isDense = false, call = callApi }: OrderFilesProps) {
  const fetch = useCallback(
    (signal: AbortSignal) => call<FileList>(`/api/orders/${orderId}/files`, { signal }),
    [call, orderId],
  )
  const { data, reload } = useFetched(fetch)
  useOrderHint(orderId, reload)
  const files = data?.files.filter(({ isSent }) => isSent).reverse() ?? []
  if (files.length === 0) return null
  return (
    <Card
      title="Files"
      isDense={isDense}
      actions={
        files.filter(({ state, isWithheld }) => state === 'ready' && !isWithheld).length > 1 && (
          <a
            href={`/api/orders/${orderId}/files.zip`}
            download
            className={buttonClass({ variant: 'ghost', className: '-mr-3 !px-3' })}
          >
            <FolderDown aria-hidden="true" className="size-4" />
            Download all
          </a>
        )
      }
    >
      <div className="px-5 py-4 sm:px-6">
        <FileLinks files={files} />
      </div>
    </Card>
  )
}
