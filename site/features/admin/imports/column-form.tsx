import { type FormEvent, useState } from 'react'
import { IMPORT_COLUMNS, type ImportKind, LEFT_OUT } from '../../../../api/rules/import-columns.ts'
import {
  checkColumns,
  type ImportHead,
  isKnown,
  proposeColumns,
  readHead,
} from '../../../../api/rules/import-head.ts'
import { readStored, store } from '../../../stores/stored.ts'
import { SelectField } from '../../../ui/field/field.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Card } from '../../../ui/primitives/card.tsx'
import { Refusal } from './refusal.tsx'

/** What was chosen for the last file of a kind. */
interface Remembered {
  headings: string[]
  names: string[]
}
const keyOf = (kind: ImportKind) => `import-columns-${kind}`

interface ColumnFormProps {
  kind: ImportKind
  fileName: string
  head: ImportHead
  isBusy: boolean
  /** Why the upload failed. */
  fault: string
  onDone: (names: string[]) => void
  onCancel: () => void
}

/** For a file with headings that the shop does not know: which column is which. */
export function ColumnForm({ kind, fileName, head, isBusy, fault, onDone, onCancel }: ColumnFormProps) {
  const { headings, examples } = head
  const [names, setNames] = useState<string[]>(() => {
    const last = readStored<Remembered>(keyOf(kind), 'browser')
    return last?.headings.join('\n') === headings.join('\n') ? last.names : proposeColumns(kind, headings)
  })
  const [wasTried, setWasTried] = useState(false)
  const { repeated, missing } = checkColumns(kind, names)

  const choose = (index: number, name: string) =>
    setNames(names.map((before, at) => (at === index ? name : before)))

  function submit(event: FormEvent): void {
    event.preventDefault()
    setWasTried(true)
    if (isBusy || missing.length > 0 || repeated.includes(true)) return
    store(keyOf(kind), { headings, names } satisfies Remembered, 'browser')
    onDone(names.map((name) => name || LEFT_OUT))
  }

  return (
    <Card
      isDense
      title="Match the columns"
      description={`Some headings of ${fileName} are not known here. Say which column is which; its first values stand below. Required: ${IMPORT_COLUMNS[
        kind
      ]
        .filter(({ isRequired }) => isRequired)
        .map(({ name }) => name)
        .join(', ')}.`}
    >
      <form noValidate className="grid gap-5 p-5 sm:px-6" onSubmit={submit}>
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
          {headings.map((heading, index) => (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: a heading may be there twice, and the list does not change
              key={index}
              label={heading || `Column ${index + 1}`}
              value={names[index] || LEFT_OUT}
              hint={examples[index]?.map((value) => value.slice(0, 40)).join(' · ') || 'No values'}
              error={wasTried && repeated[index] ? `${names[index]} is chosen twice` : undefined}
              onChange={(event) => choose(index, event.target.value)}
            >
              <option value={LEFT_OUT}>Not imported</option>
              {IMPORT_COLUMNS[kind].map(({ name, isRequired }) => (
                <option key={name} value={name}>
                  {isRequired ? `${name} *` : name}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        {wasTried && missing.length > 0 && (
          <Refusal>
            Choose a column for {missing.join(', ')}. A file without {missing.length === 1 ? 'it' : 'them'}{' '}
            cannot be imported.
          </Refusal>
        )}
        {fault && <Refusal>{fault}</Refusal>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Uploading...' : 'Check File'}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
            Choose Another File
          </Button>
        </div>
      </form>
    </Card>
  )
}

const HEAD_BYTES = 64 * 1024

/** @returns undefined where there is nothing to choose: all is known, or the server says what is wrong with the file */
export async function findUnknownHead(file: File, kind: ImportKind): Promise<ImportHead | undefined> {
  const head = readHead(await readText(file))
  if (!head || head.headings.some((heading) => heading.includes('\u0000'))) return undefined
  return isKnown(kind, head) ? undefined : head
}

/** @returns nothing for a file that is not UTF-8 */
async function readText(file: File): Promise<string> {
  // The mark at the start is kept, because places in the text are places in the file.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return decoder.decode(await file.slice(0, HEAD_BYTES).arrayBuffer(), { stream: true })
  } catch {
    return ''
  }
}

/** Writes other headings in the place of a file's. The rest of it stays as it is. */
export async function replaceHeadings(file: File, head: ImportHead, names: readonly string[]): Promise<File> {
  const text = await readText(file)
  const countBytes = (end: number) => new TextEncoder().encode(text.slice(0, end)).length
  const parts = [
    file.slice(0, countBytes(head.start)),
    names.join(head.separator),
    file.slice(countBytes(head.end)),
  ]
  return new File(parts, file.name, { type: file.type })
}
