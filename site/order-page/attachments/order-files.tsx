import { FolderDown } from 'lucide-react'
import type { FileList } from '../../../api/contract/order-work/messages.ts'
import { buttonClass } from '../../ui/primitives/button.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import type { Call } from '../use-conversation.ts'
import { useOrderPart } from '../use-order-part.ts'
import { FileLinks } from './file-links.tsx'

interface OrderFilesProps {
  orderId: number
  isDense?: boolean
  /** The area's own. Always the same function. */
  call?: Call
}

/** All files of an order, the latest first. Shows nothing while there are none. */
export function OrderFiles({ orderId, isDense = false, call }: OrderFilesProps) {
  const { data } = useOrderPart<FileList>(orderId, 'files', call)
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
