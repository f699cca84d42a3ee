import { Download, FileText, Lock, ShieldAlert } from 'lucide-react'
import type { OrderFile } from '../../../api/contract/order-work/messages.ts'
import { formatBytes } from '../../../api/rules/order-work/uploads.ts'

/** The files of a message: pictures with their preview, everything with a download. */
export function FileLinks({ files }: { files: readonly OrderFile[] }) {
  const isClosed = files.some(({ isWithheld }) => isWithheld)
  return (
    <>
      {isClosed && <p className="text-sm text-ink-quiet">Files open with the last payment.</p>}
      <ul aria-label="Files" className="mt-2 flex flex-col gap-1.5 first:mt-0">
        {files.map((file) => (
          <li key={file.id} className="min-w-0">
            <FileLink file={file} />
          </li>
        ))}
      </ul>
    </>
  )
}

const FRAME =
  'flex min-w-0 items-center gap-2.5 rounded border border-line bg-ground-raised px-3 py-2 text-sm'

export function FileLink({ file }: { file: OrderFile }) {
  const { id, name, sizeBytes, state, hasPreview, isWithheld } = file
  if (state !== 'ready') {
    return (
      <p className={`${FRAME} text-ink-quiet`}>
        {state === 'refused' ? (
          <ShieldAlert aria-hidden="true" className="size-4 shrink-0 text-negative" />
        ) : (
          <FileText aria-hidden="true" className="size-4 shrink-0" />
        )}
        <span className="min-w-0 truncate">{name}</span>
        <span className="shrink-0 text-xs">
          {state === 'refused' ? 'Removed: it may be harmful' : 'Being checked …'}
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
  if (isWithheld) {
    return (
      <p className={`${FRAME} text-ink`}>
        {shown}
        <Lock aria-hidden="true" className="size-4 shrink-0 text-ink-quiet" />
      </p>
    )
  }
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
