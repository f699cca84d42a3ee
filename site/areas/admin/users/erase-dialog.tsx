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
          email: 'This is not the e-mail of the account',
        }),
      })}
      save={async () => {
        await callAdminApi(`/api/admin/users/${user.id}/erasure`, { method: 'POST' })
        showToast('Customer Erased', `${name}'s data has been deleted. One last mail confirms it.`)
        tools.finish()
      }}
      explain={explainBy('Erasure Failed', 'Failed to erase the customer')}
      before={
        <div className="mb-6 space-y-3 text-sm leading-relaxed text-ink-quiet">
          <p>
            Everything that names the customer is deleted at once and for good, unpaid orders are cancelled,
            and nobody can sign in to the account again. Amounts and dates of orders stay for the books, and
            the invoices apart from the shop for {RETENTION_PERIODS.billingRecords}.
          </p>
          <p>Make sure that it is the customer who asks, and download their data for them first.</p>
        </div>
      }
    >
      {(editing) => (
        <TextField
          {...bindText(editing, 'email')}
          label="E-mail of the account"
          type="email"
          inputMode="email"
          required
          hint="Type it again to confirm that it is the right one."
        />
      )}
    </DraftDialog>
  )
}
