import { ChevronDown, Download, FileUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { ImportDetail } from '../../../../api/contract/imports.ts'
import {
  IMPORT_COLUMNS,
  IMPORT_KINDS,
  IMPORT_LIMITS,
  type ImportKind,
  LARGEST_IMPORT_BYTES,
  writeTemplate,
} from '../../../../api/rules/import-columns.ts'
import type { ImportHead } from '../../../../api/rules/import-head.ts'
import { readMessage } from '../../../client/refusals.ts'
import { changeQuery } from '../../../stores/address.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { useGivenFile } from '../../../ui/field/use-given-file.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { Card } from '../../../ui/primitives/card.tsx'
import { saveFile } from '../../../ui/primitives/save-file.ts'
import { useMedia } from '../../../ui/primitives/use-media.ts'
import { ColumnForm, findUnknownHead, replaceHeadings } from './column-form.tsx'
import { KIND_LABELS } from './import-labels.ts'
import { Refusal } from './refusal.tsx'

const TOO_LARGE = 'The file has more than 20 MB. Please split it into several files.'

/** Uploads a file, which the server then checks. */
export function ImportCard() {
  const [kind, setKind] = useState<ImportKind>('customers')
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  /** A file whose headings are not all known. */
  const [unmatched, setUnmatched] = useState<{ file: File; head: ImportHead }>()
  const input = useRef<HTMLInputElement>(null)
  const limitsId = useId()
  const name = useId()

  async function check(file: File): Promise<void> {
    if (isBusy) return
    if (file.size > LARGEST_IMPORT_BYTES) return setFault(TOO_LARGE)
    setFault('')
    const head = await findUnknownHead(file, kind).catch(() => undefined)
    if (head) return setUnmatched({ file, head })
    setUnmatched(undefined)
    await upload(file)
  }

  async function upload(file: File): Promise<void> {
    setFault('')
    setIsBusy(true)
    try {
      const query = new URLSearchParams({ kind, fileName: file.name.slice(-200) })
      const { id } = await callAdminApi<ImportDetail>(`/api/admin/imports?${query}`, {
        method: 'POST',
        body: file,
      })
      changeQuery({ file: String(id) })
    } catch (error) {
      setFault(readMessage(error) ?? 'The file did not arrive. Please try again.')
      setIsBusy(false)
    }
  }
  useGivenFile((file) => void check(file))

  if (unmatched) {
    const { file, head } = unmatched
    return (
      <ColumnForm
        key={`${file.name} ${file.lastModified} ${file.size}`}
        kind={kind}
        fileName={file.name}
        head={head}
        isBusy={isBusy}
        fault={fault}
        onDone={async (names) => await upload(await replaceHeadings(file, head, names))}
        onCancel={() => {
          setFault('')
          setUnmatched(undefined)
        }}
      />
    )
  }

  return (
    <Card
      isDense
      title="Import"
      description="Customers and past orders of another system. A file is checked first; nobody is mailed."
    >
      <div className="grid gap-5 p-5 sm:px-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] lg:gap-8">
        <div className="flex flex-col gap-4">
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium text-ink">What the file holds</legend>
            <div className="inline-grid grid-cols-2 rounded border border-line-strong/70 p-0.5">
              {IMPORT_KINDS.map((one) => (
                <label
                  key={one}
                  data-chosen={kind === one || undefined}
                  className="grid min-h-8 cursor-pointer place-items-center rounded-sm px-4 text-sm font-medium text-ink-quiet data-[chosen]:bg-accent-soft data-[chosen]:text-accent-strong focus-within:outline focus-within:outline-2 focus-within:outline-accent pointer-coarse:min-h-target"
                >
                  <input
                    type="radio"
                    name={name}
                    value={one}
                    checked={kind === one}
                    onChange={() => setKind(one)}
                    className="sr-only"
                  />
                  {KIND_LABELS[one]}
                </label>
              ))}
            </div>
          </fieldset>
          {fault && <Refusal>{fault}</Refusal>}
          <div className="grid min-h-48 flex-1 place-content-center justify-items-center gap-3 rounded-lg border border-dashed border-line-strong bg-ground-quiet px-6 py-8 text-center text-sm text-ink-quiet">
            <input
              ref={input}
              type="file"
              accept=".csv,text/csv"
              aria-label="CSV file"
              tabIndex={-1}
              className="sr-only"
              onChange={(event) => {
                const [chosen] = event.target.files ?? []
                // So that the same file can be chosen again.
                event.target.value = ''
                if (chosen) void check(chosen)
              }}
            />
            <FileUp aria-hidden="true" className="size-7" />
            <p>Drop a file here, or choose one.</p>
            <Button aria-describedby={limitsId} busy={isBusy} onClick={() => input.current?.click()}>
              {isBusy ? 'Uploading...' : 'Choose File'}
            </Button>
            <p id={limitsId} className="max-w-[42ch]">
              {IMPORT_LIMITS}.
            </p>
          </div>
          <Button
            icon={Download}
            variant="ghost"
            className="-ml-3 self-start !px-3"
            onClick={() => saveFile(new Blob([writeTemplate(kind)], { type: 'text/csv' }), `${kind}.csv`)}
          >
            Download Template
          </Button>
        </div>
        <Columns kind={kind} />
      </div>
    </Card>
  )
}

/** The columns of a file. On a wide screen they are always open. */
function Columns({ kind }: { kind: ImportKind }) {
  const isWide = useMedia('(min-width: 1024px)')
  const columns = IMPORT_COLUMNS[kind]
  return (
    <details open={isWide} className="group min-w-0 self-start">
      <summary className="flex min-h-target cursor-pointer list-none items-center gap-1.5 text-sm font-medium text-ink lg:pointer-events-none [&::-webkit-details-marker]:hidden">
        Columns
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform group-open:rotate-180 lg:hidden"
        />
      </summary>
      <dl className="divide-y divide-line border-y border-line text-sm">
        {columns.map(({ name, isRequired, about, example }) => (
          <div
            key={name}
            className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 py-1.5 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
          >
            <dt className="font-mono text-[13px] leading-5 text-ink">
              <span translate="no">{name}</span>
              {isRequired && (
                <span className="text-negative">
                  <span aria-hidden="true">*</span>
                  <span className="sr-only"> required</span>
                </span>
              )}
            </dt>
            <dd className="text-ink-quiet">{about}</dd>
            <dd className="text-ink max-sm:col-start-2 sm:text-right">{example}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
