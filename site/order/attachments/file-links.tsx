import { Download, FileText, FolderDown, ShieldAlert, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FileList, OrderFile } from '#api/contract/orders/conversation.ts'
import { FILE_STATE } from '#api/rules/order-work/order-files.ts'
import { formatBytes } from '#api/rules/order-work/uploads.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import type { Call } from '#site/order/use-conversation.ts'
import { useOrderPart } from '#site/order/use-order-part.ts'

/** The files of a message. Pictures have a preview; everything can be downloaded. */
export function FileLinks({
  files,
  onRemove,
}: {
  files: readonly OrderFile[]
  /** Set for the team, which may remove any file. */
  onRemove?: (file: OrderFile) => void
}) {
  return (
    <ul aria-label="Files" className="mt-2 flex flex-col gap-1.5 first:mt-0">
      {files.map((file) => (
        <li key={file.id} className="flex min-w-0 items-center gap-1">
          <div className="min-w-0 flex-1">
            <FileLink file={file} />
          </div>
          {onRemove && (
            <Button
              variant="ghost"
              icon={Trash2}
              aria-label={`Remove ${file.name}`}
              className="!px-2"
              onClick={() => onRemove(file)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const FRAME =
  'flex min-w-0 items-center gap-2.5 rounded border border-line bg-ground-raised px-3 py-2 text-sm'

function FileLink({ file }: { file: OrderFile }) {
  const { id, name, sizeBytes, state, hasPreview } = file
  if (!FILE_STATE[state].isReady) {
    return (
      <p className={`${FRAME} text-ink-quiet`}>
        {FILE_STATE[state].isRefused ? (
          <ShieldAlert aria-hidden="true" className="size-4 shrink-0 text-negative" />
        ) : (
          <FileText aria-hidden="true" className="size-4 shrink-0" />
        )}
        <span className="min-w-0 truncate">{name}</span>
        <span className="shrink-0 text-xs">
          {FILE_STATE[state].isRefused ? 'Removed because it may be harmful' : 'Being checked …'}
        </span>
      </p>
    )
  }
  const shown = (
    <>
      {hasPreview ? (
        <img
          src={`/api/files/${id}/preview`}
          alt=""
          loading="lazy"
          className="size-12 shrink-0 rounded-sm bg-ground-quiet object-cover"
        />
      ) : (
        <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-quiet" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium group-hover:underline">{name}</span>
        <span className="block text-xs tabular-nums text-ink-quiet">{formatBytes(sizeBytes)}</span>
      </span>
    </>
  )
  return (
    <a
      href={`/api/files/${id}`}
      download={name}
      className={`${FRAME} group text-ink hover:border-line-strong focus-visible:outline focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent`}
    >
      {shown}
      <Download aria-hidden="true" className="size-4 shrink-0 text-ink-quiet" />
      <span className="sr-only">Download</span>
    </a>
  )
}

interface OrderFilesProps {
  orderId: number
  isDense?: boolean
  /** The area's `callApi`. Must be a stable function. */
  call?: Call
  /** Whether the reader is staff or an admin, who may remove files. */
  isTeam?: boolean
}

/** All sent files, latest first. */
export const listSent = (list: FileList | undefined): OrderFile[] =>
  list?.files.filter(({ isSent }) => isSent).reverse() ?? []

/** The card with all sent files of an order. Renders nothing while there are none. */
export function OrderFiles({ orderId, isDense = false, isTeam = false, call }: OrderFilesProps) {
  const { data, reload } = useOrderPart<FileList>(orderId, 'files', call)
  const [removed, setRemoved] = useState<OrderFile | null>(null)
  const files = listSent(data)
  if (files.length === 0) return null
  return (
    <Card title="Files" isDense={isDense} actions={<DownloadAll orderId={orderId} files={files} />}>
      <div className="px-5 py-4 sm:px-6">
        <FileLinks files={files} {...(call && isTeam && { onRemove: setRemoved })} />
      </div>
      {removed && call && (
        <ConfirmDialog
          title={`Remove ${removed.name}?`}
          confirm="Remove"
          onCancel={() => setRemoved(null)}
          onConfirm={async () => {
            await call(`/api/files/${removed.id}`, { method: 'DELETE' })
            setRemoved(null)
            reload()
          }}
          explain={explainBy('The file wasn’t removed', 'Please try again.')}
        >
          It is deleted permanently, for the customer too.
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** Downloads several files as one ZIP. */
export function DownloadAll({ orderId, files }: { orderId: number; files: readonly OrderFile[] }) {
  if (files.filter(({ state }) => FILE_STATE[state].isReady).length < 2) return null
  return (
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
