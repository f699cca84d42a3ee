import { calendar } from 'virtual:content'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { dayOf } from '../../../../api/rules/business-calendar.ts'
import { Dialog, DialogDone } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/field/field.tsx'
import { buttonClass } from '../../../ui/primitives/button.tsx'
import { DownloadLink } from '../../../ui/primitives/download-link.tsx'

/** @returns the first and the last day of the previous month */
function findLastMonth(): { from: string; to: string } {
  const [year = 0, month = 0] = dayOf(new Date(), calendar).split('-').map(Number)
  const write = (...at: [number, number, number]) => new Date(Date.UTC(...at)).toISOString().slice(0, 10)
  return { from: write(year, month - 2, 1), to: write(year, month - 1, 0) }
}

/** Downloads all invoices and credit notes of a period, for the accountant. */
export function AccountsDialog({ onClose }: { onClose: () => void }) {
  const [{ from, to }, setPeriod] = useState(findLastMonth)
  const isPeriod = from !== '' && to !== '' && from <= to
  return (
    <Dialog
      onClose={onClose}
      size="md"
      title="Invoices as CSV"
      description="Every invoice and credit note of a period, with its tax."
      footer={<DialogDone onClose={onClose} />}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="From"
          name="from"
          type="date"
          value={from}
          max={to}
          data-autofocus
          onChange={(event) => setPeriod({ from: event.target.value, to })}
        />
        <TextField
          label="To"
          name="to"
          type="date"
          value={to}
          min={from}
          error={from !== '' && to !== '' && !isPeriod ? 'This is before the first day' : undefined}
          onChange={(event) => setPeriod({ from, to: event.target.value })}
        />
      </div>
      {isPeriod && (
        <DownloadLink
          href={`/api/admin/invoices.csv?${new URLSearchParams({ from, to })}`}
          className={buttonClass({ className: 'mt-6 w-full' })}
        >
          <Download aria-hidden="true" className="size-4" />
          Download CSV
        </DownloadLink>
      )}
    </Dialog>
  )
}
