import { NotebookPen } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { StaffAssignment } from '../../../api/contract/assignments.ts'
import { readIssues } from '../../client/refusals.ts'
import { useAction } from '../../client/use-action.ts'
import { formatDate } from '../../format/date.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { useStored } from '../../stores/use-stored.ts'
import { TextAreaField } from '../../ui/field/field.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { callStaffApi, isDenial, replaceAssignment } from './assignments.ts'

const LONGEST_NOTE = 2000

export const hasNotes = ({ notes, staffNotes }: StaffAssignment) => notes !== '' || staffNotes.length > 0

/** The notes of the admin and of staff, and a form for another one. */
export function Notes({ assignment }: { assignment: StaffAssignment }) {
  const [note, setNote] = useStored<string>(`note-${assignment.id}`, '')
  const [isWriting, setIsWriting] = useState(note !== '')

  return (
    <section aria-label={`Notes on order ${assignment.order.id}`} className="flex flex-col gap-3">
      <div className="flex min-h-target items-center justify-between gap-4">
        <h4 className="text-sm font-semibold text-ink">Notes</h4>
        {!isWriting && (
          <Button
            icon={NotebookPen}
            variant="ghost"
            className="-mr-3 !px-3"
            aria-label={`Add a note on order ${assignment.order.id}`}
            onClick={() => setIsWriting(true)}
          >
            Add note
          </Button>
        )}
      </div>
      {!hasNotes(assignment) && !isWriting && (
        <p className="-mt-2 text-sm text-ink-quiet">Nothing noted down yet.</p>
      )}
      <NoteList assignment={assignment} />
      {isWriting && (
        <NoteForm
          assignment={assignment}
          note={note}
          onChange={setNote}
          onDone={() => {
            setNote(undefined)
            setIsWriting(false)
          }}
        />
      )}
    </section>
  )
}

/** Without what was delivered, where a card of its own has it. */
export const omitDeliveries = (assignment: StaffAssignment): StaffAssignment => ({
  ...assignment,
  staffNotes: assignment.staffNotes.filter(({ isDelivery }) => !isDelivery),
})

/** Nothing if there are none. */
export function NoteList({ assignment }: { assignment: StaffAssignment }) {
  const { notes, staffNotes, assignedByUser, assignedAt } = assignment
  if (!hasNotes(assignment)) return null
  return (
    <ol className="flex flex-col gap-3 border-l-2 border-line pl-4 text-sm">
      {notes && <Note text={notes} author={assignedByUser.firstName} writtenAt={assignedAt} />}
      {staffNotes.map(({ id, note: text, author, createdAt, ...delivery }) => (
        <Note key={id} text={text} author={author.firstName} writtenAt={createdAt} {...delivery} />
      ))}
    </ol>
  )
}

function Note({
  text,
  author,
  writtenAt,
  isDelivery = false,
  link = null,
}: {
  text: string
  author: string
  writtenAt: string
  isDelivery?: boolean
  link?: string | null
}) {
  return (
    <li>
      {isDelivery && <p className="font-medium text-positive">Delivered to the customer</p>}
      <p className="whitespace-pre-line text-ink">{text}</p>
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer" className="link inline-block py-0.5">
          {link}
        </a>
      )}
      <p className="mt-0.5 text-ink-quiet">
        {author}, <time dateTime={writtenAt}>{formatDate(writtenAt)}</time>
      </p>
    </li>
  )
}

function NoteForm({
  assignment,
  note,
  onChange,
  onDone,
}: {
  assignment: StaffAssignment
  note: string
  onChange: (note: string) => void
  onDone: () => void
}) {
  const [error, setError] = useState<string | undefined>()
  const form = useRef<HTMLFormElement>(null)

  // Takes the focus when it is opened, but not when a note is restored after a reload: that would scroll the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (!note) form.current?.querySelector('textarea')?.focus()
  }, [])

  const { run: save, isBusy: isSaving } = useAction(
    async () => {
      const path = `/api/staff/assignments/${assignment.id}/notes`
      replaceAssignment(await callStaffApi<StaffAssignment>(path, { method: 'POST', body: { note } }))
      showToast('Note Added')
      onDone()
    },
    (failure) => {
      if (isDenial(failure)) return
      setError(readIssues(failure)[0]?.message)
      showError('Error', 'Failed to add the note')
    },
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (note.trim()) save()
    else setError('Note is required')
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextAreaField
        label="New note"
        name={`note-${assignment.id}`}
        rows={3}
        maxLength={LONGEST_NOTE}
        autoComplete="off"
        value={note}
        error={error}
        readOnly={isSaving}
        hint="Seen by staff on this order and by admins. It cannot be changed later."
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="flex justify-end gap-3">
        <Button variant="secondary" disabled={isSaving} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={isSaving}>
          {isSaving ? 'Saving...' : 'Save Note'}
        </Button>
      </div>
    </form>
  )
}
