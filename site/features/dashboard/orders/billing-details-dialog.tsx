import { useState } from 'react'
import type {
  BillingDetailsBody,
  InvoiceDocument,
  InvoiceResponse,
} from '../../../../api/contract/invoices.ts'
import { labelBuyerField } from '../../../../api/rules/addresses.ts'
import type { BuyerFieldName } from '../../../../api/rules/buyer-fields.ts'
import { ApiError, callApi } from '../../../client/api.ts'
import { readFieldErrors } from '../../../client/refusals.ts'
import { showError } from '../../../stores/toast.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { BuyerField } from '../../../ui/field/buyer-field.tsx'

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
const OPTIONAL: readonly BillingField[] = ['company', 'taxId']

interface BillingDetailsDialogProps {
  /** The current invoice. */
  document: InvoiceDocument
  onClose: () => void
  /** @param isNew false if the invoice had these details already, and none was issued */
  onSaved: (isNew: boolean) => void
}

/** Completes or corrects the billing details: the API then credits the invoice and issues a new one. */
export function BillingDetailsDialog({ document, onClose, onSaved }: BillingDetailsDialogProps) {
  const [draft, setDraft] = useState(() => readBuyer(document))
  const hasGstin = Boolean(document.tax?.sac) && draft.country === 'IN'

  async function save(): Promise<void> {
    const path = `/api/orders/${document.orderId}/billing-details`
    const { document: saved } = await callApi<InvoiceResponse>(path, { method: 'PUT', body: draft })
    onSaved(saved.serial !== document.serial)
  }

  function explain(error: unknown): Record<string, string> {
    const errors = readFieldErrors(error)
    showError(
      'Billing Details Not Saved',
      Object.keys(errors).length > 0 ? 'Please check what is marked.' : describeFailure(error),
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
          const isOptional = OPTIONAL.includes(field)
          const name = field === 'taxId' && hasGstin ? 'GSTIN' : labelBuyerField(field, draft.country)
          return (
            <BuyerField
              key={field}
              field={field}
              label={isOptional ? `${name} (optional)` : name}
              required={!isOptional}
              value={draft[field]}
              error={errors[field]}
              className={field === 'address' || isOptional ? 'sm:col-span-2' : ''}
              hasLines={field === 'address'}
              onChange={(text) => setDraft({ ...draft, [field]: text })}
            />
          )
        })
      }
    </FormDialog>
  )
}

/** The buyer on the invoice. The last word of the name is taken as the last name. */
function readBuyer({ buyer }: InvoiceDocument): Record<(typeof FIELDS)[number], string> {
  const words = buyer.name.split(' ')
  const lastName = words.pop() ?? ''
  const { company = '', address = '', city = '', state = '', zipCode = '', country = '', taxId = '' } = buyer
  return { firstName: words.join(' '), lastName, company, address, city, state, zipCode, country, taxId }
}

/** The API's reason if it refuses, for example because it is too late. */
function describeFailure(error: unknown): string {
  const isRefused = error instanceof ApiError && error.status < 500 && error.body
  return isRefused ? isRefused.message : 'Please check your connection and try again.'
}
