/** A combobox for more rows than a list can show: the server searches while the admin types. */

import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift'
import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { StaffMember } from '#api/contract/orders/staff.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { ORDER_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { useTyped } from '#site/areas/admin/list/use-figure.ts'
import { formatTotal } from '#site/kit/format/count.ts'
import { createPageStore, type ListPage } from '#site/kit/stores/admin.ts'
import { controlClass, FieldError } from '#site/kit/ui/field/field.tsx'
import { useFreshError } from '#site/kit/ui/field/fresh-error.ts'

export interface Option {
  id: number
  label: string
  detail: string
}

interface SearchSelectProps<Row> {
  label: string
  placeholder: string
  /** The path of an API list, with all its parameters except `q`. */
  path: string
  /** Must be a stable function. */
  toOption: (row: Row) => Option
  chosen: Option | undefined
  error: string | undefined
  onChoose: (option: Option | undefined) => void
  hint?: string
  /** The id of a row that cannot be chosen. */
  exceptId?: number
}

export function SearchSelect<Row>(props: SearchSelectProps<Row>) {
  const { label, placeholder, path, toOption, chosen, hint, exceptId, onChoose } = props
  const error = useFreshError(props.error, chosen?.id)
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const found = useFound<Row>(path, text, isOpen)
  const options = useMemo(
    () => (found.rows ?? []).map(toOption).filter((option) => option.id !== exceptId),
    [found.rows, toOption, exceptId],
  )
  const id = useId()
  const combobox = useCombobox<Option>({
    inputId: id,
    items: options,
    isOpen,
    selectedItem: chosen ?? null,
    defaultHighlightedIndex: 0,
    itemToString: (option) => option?.label ?? '',
    stateReducer: reduceState,
    onIsOpenChange: ({ isOpen: next }) => {
      setIsOpen(next)
      // Only on closing: the first typed character opens the list, and must stay.
      if (!next) setText('')
    },
    onSelectedItemChange: ({ selectedItem }) => onChoose(selectedItem ?? undefined),
  })
  const { highlightedIndex, setHighlightedIndex, getInputProps, getItemProps } = combobox

  // If options arrive after the list was opened, highlight the first.
  useEffect(() => {
    if (isOpen && highlightedIndex < 0 && options.length > 0) setHighlightedIndex(0)
  }, [isOpen, highlightedIndex, options, setHighlightedIndex])

  function steer(event: KeyboardEvent & { nativeEvent: { preventDownshiftDefault?: boolean } }): void {
    if (event.key === 'Escape' || event.key === 'Enter') {
      if (isOpen) event.preventDefault()
      // Enter must not choose a result for an earlier text, and Escape must not clear the field.
      const isUnclear = event.key === 'Enter' ? !found.isCurrent : !isOpen
      if (isUnclear) event.nativeEvent.preventDownshiftDefault = true
    }
  }

  return (
    <div className="relative flex min-w-0 flex-col gap-1.5">
      <label {...combobox.getLabelProps()} htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      <div className="relative">
        <input
          {...getInputProps({
            value: isOpen ? text : (chosen?.label ?? ''),
            onChange: (event) => setText(event.currentTarget.value),
            onKeyDown: steer,
          })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          placeholder={(isOpen && chosen?.label) || placeholder}
          autoComplete="off"
          inputMode="search"
          spellCheck={false}
          maxLength={100}
          className={`${controlClass(Boolean(error))} truncate py-2 pr-10`}
        />
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute right-3 top-1/2 size-4 -translate-y-1/2 text-ink-quiet"
        />
      </div>
      <div
        hidden={!isOpen}
        className="absolute inset-x-0 top-[4.75rem] z-20 overflow-hidden rounded border border-line bg-ground-raised shadow-raised"
      >
        <div
          {...combobox.getMenuProps()}
          aria-busy={!found.isCurrent}
          className="max-h-64 overflow-y-auto overscroll-contain py-1"
        >
          {isOpen &&
            options.map((option, index) => (
              <div
                key={option.id}
                {...getItemProps({ item: option, index, 'aria-selected': option.id === chosen?.id })}
                data-active={index === highlightedIndex || undefined}
                className="flex min-h-target cursor-pointer items-center gap-3 px-3 py-2 text-sm data-[active]:bg-accent-soft"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium text-ink">{option.label}</span>
                  <span className="block truncate text-ink-quiet">{option.detail}</span>
                </span>
                {option.id === chosen?.id && (
                  <Check aria-hidden="true" className="size-4 shrink-0 text-accent-strong" />
                )}
              </div>
            ))}
        </div>
        <p role="status" className="border-t border-line px-3 py-2 text-xs tabular-nums text-ink-quiet">
          {isOpen && describe(found, options.length)}
        </p>
      </div>
      {hint && !error && (
        <p id={`${id}-hint`} className="text-sm text-ink-quiet">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** A click on the open field does not close it, and leaving the field does not choose an option. */
function reduceState(
  state: UseComboboxState<Option>,
  { type, changes }: UseComboboxStateChangeOptions<Option>,
): Partial<UseComboboxState<Option>> {
  if (type === useCombobox.stateChangeTypes.InputClick) return { ...changes, isOpen: true }
  if (type === useCombobox.stateChangeTypes.InputBlur) return { ...state, isOpen: false }
  if (type === useCombobox.stateChangeTypes.InputKeyDownEscape) return { ...state, isOpen: false }
  return changes
}

function describe({ rows, total, hasFailed, isCurrent }: ReturnType<typeof useFound>, shown: number): string {
  if (hasFailed) return 'The list didn’t load. Close and open it to try again.'
  if (!rows) return 'Loading…'
  if (!isCurrent) return 'Searching…'
  if (shown === 0) return 'Nothing found'
  return total > shown ? `First ${shown} of ${formatTotal(total)}. Type to find others.` : `${shown} found`
}

/** Fetches only while the list is open. */
function useFound<Row>(path: string, typed: string, isOpen: boolean) {
  const { data, store, ...found } = useTyped<ListPage<Row>>(createPageStore, typed.trim(), (text) =>
    isOpen ? `${path}${text && `&q=${encodeURIComponent(text)}`}` : undefined,
  )
  // After a failure, opening the list fetches it again.
  useEffect(() => {
    if (isOpen && store.get().error) store.revalidate()
  }, [isOpen, store])
  return { ...found, rows: data?.rows, total: data?.total ?? 0 }
}

function toOrderOption({ id, invoiceNumber, packageName, customer, status }: ListedOrder): Option {
  const { firstName, lastName, company } = customer
  const buyer = [`${firstName} ${lastName}`, company].filter(Boolean).join(', ')
  const detail = `${buyer} · ${ORDER_STATUS_LABELS[status]}`
  return { id, label: `${invoiceNumber} · ${packageName}`, detail }
}

function toStaffOption({ id, firstName, lastName, email, jobTitle, open }: StaffMember): Option {
  const work = open === 0 ? 'nothing open' : `${open} open`
  const who = omitPlaceholders({ jobTitle }).jobTitle || email
  return { id, label: `${firstName} ${lastName}`, detail: `${work} · ${who}` }
}

/** Shows the 20 newest orders; older ones must be searched for (docs/product/back-office.md, Admin area). */
export const ORDER_SELECT = {
  placeholder: 'Select an order',
  path: '/api/admin/orders?hasPayment=true&sort=-createdAt&limit=20',
  toOption: toOrderOption,
}

/** Sorted by open work, the least first. */
export const STAFF_SELECT = {
  placeholder: 'Select a staff member',
  path: '/api/admin/staff?sort=open&limit=20',
  toOption: toStaffOption,
}
