import { type ReactNode, useEffect, useRef, useState } from 'react'
import { blockHistorySteps } from '#site/kit/stores/address.ts'
import { useStored } from '#site/kit/stores/use-stored.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { FormDialog, type FormDialogProps, type SecondAction } from './form-dialog.tsx'

export interface Editing<Draft, Errors> {
  draft: Draft
  errors: Errors
  setDraft: (draft: Draft) => void
  change: (changes: Partial<Draft>) => void
}

/** A message for each invalid field. */
export type FieldErrors<Draft> = Partial<Record<keyof Draft, string>>

type TextFieldName<Draft> = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft]

/** The props of a text field of the draft. Autocomplete is off, because the data is not about the person at the keyboard. */
export function bindText<Draft extends object, Name extends TextFieldName<Draft> & string>(
  { draft, errors, change }: Editing<Draft, FieldErrors<Draft>>,
  name: Name,
) {
  return {
    name,
    value: String(draft[name]),
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: event.target.value } as Partial<Draft>),
  }
}

type ListFieldName<Draft, Item> = {
  [Name in keyof Draft]: Draft[Name] extends readonly Item[] ? Name : never
}[keyof Draft]

/** The props of a checkbox that puts one item into a list of the draft. @param all every possible item, in the list's order */
export function bindCheckbox<Draft extends object, Item>(
  { draft, change }: Pick<Editing<Draft, object>, 'draft' | 'change'>,
  name: ListFieldName<Draft, Item>,
  item: Item,
  all: readonly Item[],
) {
  const chosen = draft[name] as readonly Item[]
  return {
    checked: chosen.includes(item),
    onChange: (isOn: boolean) =>
      change({
        [name]: all.filter((one) => (one === item ? isOn : chosen.includes(one))),
      } as Partial<Draft>),
  }
}

interface DraftDialogProps<Draft, Errors extends object>
  extends Omit<FormDialogProps<Errors>, 'check' | 'save' | 'children'> {
  initial: Draft
  check?: (draft: Draft) => Errors
  save: (draft: Draft) => Promise<void>
  children: (editing: Editing<Draft, Errors>) => ReactNode
}

/** A form dialog with a few fields. Its draft is lost when it closes. */
export function DraftDialog<Draft extends object, Errors extends object = FieldErrors<Draft>>(
  props: DraftDialogProps<Draft, Errors>,
) {
  const { initial, check, save, children, ...dialog } = props
  const [draft, setDraft] = useState(initial)
  return (
    <FormDialog<Errors> {...dialog} {...(check && { check: () => check(draft) })} save={() => save(draft)}>
      {(errors) =>
        children({ draft, errors, setDraft, change: (changes) => setDraft({ ...draft, ...changes }) })
      }
    </FormDialog>
  )
}

interface EditDialogProps<Draft extends object, Errors extends object>
  extends Omit<
    FormDialogProps<Errors>,
    'check' | 'save' | 'explain' | 'before' | 'second' | 'aside' | 'legend' | 'children'
  > {
  legend: string
  /** The key of the stored draft, such as `coupon-7`. */
  draftKey: string
  /** The saved data, or a blank form. */
  initial: Draft
  /** Whether something outside the draft was changed, such as a password, which is never stored. */
  hasOtherChanges?: boolean
  /** Completes the draft before it is checked and sent. */
  prepare?: (draft: Draft) => Draft
  check?: (draft: Draft) => Errors
  save: (draft: Draft) => Promise<void>
  explain: (error: unknown, draft: Draft) => Errors
  second?: Omit<SecondAction<Errors>, 'act' | 'explain'> & {
    act: (draft: Draft) => Promise<void>
    explain: (error: unknown, draft: Draft) => Errors
  }
  aside?: (draft: Draft) => ReactNode
  children: (editing: Editing<Draft, Errors>) => ReactNode
}

/**
 * A form dialog whose draft survives a reload of the tab. While there are unsaved changes, it asks before it closes and before a
 * step through the browser's history. Before the page is left, the browser asks.
 */
export function EditDialog<Draft extends object, Errors extends object>({
  draftKey,
  initial,
  hasOtherChanges = false,
  prepare = (draft) => draft,
  check,
  save,
  explain,
  second,
  aside,
  children,
  onClose,
  ...dialog
}: EditDialogProps<Draft, Errors>) {
  const [saved] = useState(initial)
  const [draft, setStored] = useStored(draftKey, saved)
  const isChanged = !isSame(draft, saved)
  const [isRestored] = useState(isChanged)
  const [isAsking, setIsAsking] = useState(false)
  const prepared = useRef(draft)
  const isSaving = useRef(false)
  const tryToClose = useRef(() => {})
  const setDraft = (next: Draft) => setStored(isSame(next, saved) ? undefined : next)
  const forget = () => setStored(undefined)

  tryToClose.current = () => {
    if (isSaving.current) return
    if (isChanged || hasOtherChanges) setIsAsking(true)
    else onClose()
  }

  useEffect(() => {
    if (!isChanged) return
    const letBrowserAsk = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', letBrowserAsk)
    const release = blockHistorySteps(() => tryToClose.current())
    return () => {
      removeEventListener('beforeunload', letBrowserAsk)
      release()
    }
  }, [isChanged])

  return (
    <>
      <FormDialog<Errors>
        size="lg"
        {...dialog}
        onClose={() => tryToClose.current()}
        check={() => {
          prepared.current = prepare(draft)
          setDraft(prepared.current)
          return check?.(prepared.current) ?? ({} as Errors)
        }}
        save={async () => {
          isSaving.current = true
          await save(prepared.current)
          forget()
        }}
        explain={(error) => {
          isSaving.current = false
          return explain(error, prepared.current)
        }}
        before={isRestored && isChanged && <RestoredNotice onStartOver={forget} />}
        second={
          second && {
            ...second,
            act: () => second.act(prepared.current),
            explain: (error) => second.explain(error, prepared.current),
          }
        }
        aside={aside?.(draft)}
      >
        {(errors) =>
          children({ draft, errors, setDraft, change: (changes) => setDraft({ ...draft, ...changes }) })
        }
      </FormDialog>
      {isAsking && (
        <ConfirmDialog
          title="Discard your changes?"
          cancel="Keep editing"
          confirm="Discard changes"
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            forget()
            onClose()
          }}
        >
          Your changes won’t be saved.
        </ConfirmDialog>
      )}
    </>
  )
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** Says that the draft was restored, and offers to discard it. */
export function RestoredNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className="mb-6 flex flex-wrap items-center justify-between gap-x-4 rounded border border-line bg-accent-soft py-1 pl-4 pr-2 text-sm text-ink">
      <span className="py-2">Your earlier changes are still here but not saved yet.</span>
      <button
        type="button"
        onClick={onStartOver}
        className="min-h-target rounded px-2 font-medium text-accent-strong hover:underline hover:underline-offset-4"
      >
        Start over
      </button>
    </p>
  )
}
