import { useCallback, useState } from 'react'
import type {
  BillingDetailsBody,
  InvoiceDocument,
  InvoiceRecord,
  InvoiceResponse,
} from '#api/contract/money/invoices.ts'
import { labelBuyerField } from '#api/rules/addresses.ts'
import type { BuyerFieldName } from '#api/rules/buyer-fields.ts'
import { DocumentButton, DocumentLine } from '#site/invoice/document-line.tsx'
import { ApiError, callApi } from '#site/kit/client/api.ts'
import { readFieldErrors } from '#site/kit/client/refusals.ts'
import { useFetched } from '#site/kit/client/use-fetched.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { BuyerField } from '#site/kit/ui/field/buyer-field.tsx'
import { Button, LinkButton } from '#site/kit/ui/primitives/button.tsx'
import { CardPart } from '#site/kit/ui/primitives/card.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { checkAddress } from '#site/shop/payment/address-faults.ts'

async function fetchDocuments(orderId: number) {
  const [invoice, creditNotes] = await Promise.all([
    callApi<InvoiceResponse>(`/api/orders/${orderId}/invoice`),
    callApi<InvoiceRecord[]>(`/api/orders/${orderId}/credit-notes`),
  ])
  return { invoice, creditNotes }
}

/** An order's current invoice, its credit notes and the billing details. */
export function OrderInvoices({ orderId }: { orderId: number }) {
  const fetch = useCallback(() => fetchDocuments(orderId), [orderId])
  const { data: documents, error, reload } = useFetched(fetch)
  const [isEditing, setIsEditing] = useState(false)

  if (!documents) {
    return (
      <CardPart isTitleHidden title="Invoice">
        {error ? (
          <LoadFailed title="The invoice didn’t load" error={error} onRetry={reload}>
            It’s safe with us.
          </LoadFailed>
        ) : (
          <Loading>
            <Skeleton className="h-11" />
          </Loading>
        )}
      </CardPart>
    )
  }
  const { invoice, creditNotes } = documents
  const { document, billingDetailsUntil } = invoice
  const isComplete = Boolean(document.buyer.address)
  return (
    <CardPart isTitleHidden title={creditNotes.length > 0 ? 'Invoice and credit notes' : 'Invoice'}>
      <ul className="flex flex-col gap-3">
        <DocumentLine document={document} hasAmount={creditNotes.length > 0}>
          <DocumentButton
            label="Invoice"
            name={`Download the invoice of order ${orderId}`}
            onDownload={({ saveDocument }) => saveDocument(invoice)}
          />
        </DocumentLine>
        {creditNotes.map((note) => (
          <DocumentLine key={note.document.serial} document={note.document}>
            <DocumentButton
              label="Credit note"
              name={`Download the credit note ${note.document.serial}`}
              onDownload={({ saveDocument }) => saveDocument(note)}
            />
          </DocumentLine>
        ))}
      </ul>
      <p className="mt-2 text-ink [overflow-wrap:anywhere]">
        <span className="text-ink-quiet">Billed to</span>{' '}
        {[document.buyer.name, document.buyer.company].filter(Boolean).join(', ')}
      </p>
      {!isComplete && <p className="mt-2 text-ink">This invoice has no billing address yet.</p>}
      {billingDetailsUntil &&
        (isComplete ? (
          <LinkButton onClick={() => setIsEditing(true)}>Correct billing details</LinkButton>
        ) : (
          <Button className="mt-3 max-sm:w-full" onClick={() => setIsEditing(true)}>
            Complete billing details
          </Button>
        ))}
      {isEditing && (
        <BillingDetailsDialog
          document={document}
          until={billingDetailsUntil}
          onClose={() => setIsEditing(false)}
          onSaved={(isNew) => {
            setIsEditing(false)
            showToast(
              isNew ? 'New Invoice Issued' : 'Nothing Changed',
              isNew
                ? 'The earlier one was credited. You can download both documents here.'
                : 'The invoice already has these details.',
            )
            reload()
          }}
        />
      )}
    </CardPart>
  )
}

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
  /** The last moment at which the API takes them. */
  until: string | null
  onClose: () => void
  /** @param isNew false if the invoice already had these details, so none was issued */
  onSaved: (isNew: boolean) => void
}

/** Completes or corrects the billing details. The API then issues a credit note and a new invoice. */
function BillingDetailsDialog({ document, until, onClose, onSaved }: BillingDetailsDialogProps) {
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
      Object.keys(errors).length > 0 ? 'Please check the marked fields.' : describeFailure(error),
    )
    return errors
  }

  return (
    <FormDialog<Record<string, string>>
      size="lg"
      title="Billing details"
      description={`We credit the invoice and issue a new one with these details.${until ? ` You can do this until ${formatDate(until)}.` : ''}`}
      legend="Billing details"
      className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2"
      submitLabel="Issue new invoice"
      busyLabel="Issuing..."
      onClose={onClose}
      check={() => checkAddress(draft)}
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
              country={draft.country}
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

/** Reads the invoice's buyer into the form. The last word of the name counts as the last name. */
function readBuyer({ buyer }: InvoiceDocument): Record<(typeof FIELDS)[number], string> {
  const words = buyer.name.split(' ')
  const lastName = words.pop() ?? ''
  const { company = '', address = '', city = '', state = '', zipCode = '', country = '', taxId = '' } = buyer
  return { firstName: words.join(' '), lastName, company, address, city, state, zipCode, country, taxId }
}

/** The API's reason for a refusal, for example that it is too late. */
function describeFailure(error: unknown): string {
  const isRefused = error instanceof ApiError && error.status < 500 && error.body
  return isRefused ? isRefused.message : 'Please check your connection and try again.'
}
