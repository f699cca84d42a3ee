import type { User } from '#api/contract/people/auth.ts'
import { RETENTION_PERIODS } from '#api/rules/promises.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { bindText, DraftDialog } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { TextField } from '#site/kit/ui/field/field.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'

/** Erases a customer who asked for it. The admin retypes the e-mail, because it cannot be undone. */
export function EraseDialog({ user, tools }: { user: User; tools: Dialogs }) {
  const name = `${user.firstName} ${user.lastName}`
  return (
    <DraftDialog
      initial={{ email: '' }}
      title="Erase customer"
      description={`${name} · ${user.email}`}
      submitLabel="Erase Customer"
      busyLabel="Erasing..."
      submitVariant="destructive"
      onClose={tools.close}
      check={({ email }) => ({
        ...(email.trim().toLowerCase() !== user.email.toLowerCase() && {
          email: 'This isn’t the account’s email',
        }),
      })}
      save={async () => {
        await callAdminApi(`/api/admin/users/${user.id}/erasure`, { method: 'POST' })
        showToast('Customer Erased', `${name}'s data has been deleted. They get a confirmation email.`)
        tools.finish()
      }}
      explain={explainBy('Erasure Failed', 'Failed to erase the customer')}
      before={
        <div className="mb-6 space-y-3 text-sm leading-relaxed text-ink-quiet">
          <p>
            The customer’s personal data is deleted permanently, and unpaid orders are cancelled. Nobody can
            sign in to the account again. Order amounts and dates are kept for accounting, and invoices for{' '}
            {RETENTION_PERIODS.billingRecords}.
          </p>
          <p>Make sure the request comes from the customer. Download their data for them first.</p>
        </div>
      }
    >
      {(editing) => (
        <TextField
          {...bindText(editing, 'email')}
          label="Account email"
          type="email"
          inputMode="email"
          required
          hint="Type it to confirm."
        />
      )}
    </DraftDialog>
  )
}
