import { type ChangeEvent, useState } from 'react'
import { labelBuyerField } from '../../../api/contract/address-labels.ts'
import { type BuyerFieldName, getBuyerField } from '../../../api/contract/buyer-fields.ts'
import type { BillingDetailsBody, InvoiceDocument, InvoiceResponse } from '../../../api/contract/invoice.ts'
import { ApiError, callApi } from '../../client/api.ts'
import { readFieldErrors } from '../../client/refusals.ts'
import { showError } from '../../stores/toast.ts'
import { CountryField } from '../../ui/country-field.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

type BillingField = keyof BillingDetailsBody

const FIELDS = [
  'firstName',
  'lastName',
  'company',
  'address',
  'city',
  'state',
  'zipCode',
  'country',
  'taxId',
] as const satisfies (BillingField & BuyerFieldName)[]
/** A private person has no company. */
const OPTIONAL: readonly BillingField[] = ['company', 'taxId']

const CHECK_FIELDS = 'Please check what is marked.'

interface BillingDetailsDialogProps {
  /** The invoice that counts. */
  document: InvoiceDocument
  onClose: () => void
  /** @param isNew false where the invoice had these details already */
  onSaved: (isNew: boolean) => void
}

/** Who an invoice is for, completed or corrected: the API checks it, credits the invoice and issues a new one. */
export function BillingDetailsDialog({ document, onClose, onSaved }: BillingDetailsDialogProps) {
  const [draft, setDraft] = useState(() => readBuyer(document))
  const hasGstin = document.tax !== undefined && draft.country === 'IN'

  async function save(): Promise<void> {
    const path = `/api/orders/${document.orderId}/billing-details`
    const { document: saved } = await callApi<InvoiceResponse>(path, { method: 'PUT', body: draft })
    onSaved(saved.serial !== document.serial)
  }

  function explain(error: unknown): Record<string, string> {
    const errors = readFieldErrors(error)
    showError(
      'Billing Details Not Saved',
      Object.keys(errors).length > 0 ? CHECK_FIELDS : describeFailure(error),
    )
    return errors
  }

  return (
    <FormDialog<Record<string, string>>
      size="lg"
      title="Billing details"
      description="The invoice is credited, and a new one with these details takes its place."
      legend="Billing details"
      className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2"
      submitLabel="Issue anew"
      busyLabel="Issuing..."
      onClose={onClose}
      save={save}
      explain={explain}
    >
      {(errors) =>
        FIELDS.map((field) => {
          const { input } = getBuyerField(field)
          const label = labelBuyerField(field, draft.country)
          const { type, ...attributes } = input
          const isOptional = OPTIONAL.includes(field)
          const name = field === 'taxId' && hasGstin ? 'GSTIN' : label
          const shared = {
            name: field,
            label: isOptional ? `${name} (optional)` : name,
            required: !isOptional,
            value: draft[field],
            error: errors[field],
            className: field === 'address' || isOptional ? 'sm:col-span-2' : '',
          }
          const change = (text: string) => setDraft({ ...draft, [field]: text })
          const typed = {
            ...attributes,
            ...shared,
            onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
              change(event.target.value),
          }
          if (field === 'country') {
            return (
              <CountryField key={field} {...shared} autoComplete={input.autoComplete} onChoose={change} />
            )
          }
          return field === 'address' ? (
            <TextAreaField key={field} {...typed} rows={2} />
          ) : (
            <TextField key={field} {...typed} type={type} />
          )
        })
      }
    </FormDialog>
  )
}

/** What the invoice says; the last word of a name is offered as the last name. */
function readBuyer({ buyer }: InvoiceDocument): Record<(typeof FIELDS)[number], string> {
  const words = buyer.name.split(' ')
  const lastName = words.pop() ?? ''
  const { company = '', address = '', city = '', state = '', zipCode = '', country = '', taxId = '' } = buyer
  return { firstName: words.join(' '), lastName, company, address, city, state, zipCode, country, taxId }
}

/** The API's own words where it refuses, such as that the time for it is over. */
function describeFailure(error: unknown): string {
  const isRefused = error instanceof ApiError && error.status < 500 && error.body
  return isRefused ? isRefused.message : 'Please check your connection and try again.'
}
