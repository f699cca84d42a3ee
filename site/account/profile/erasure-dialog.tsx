import { useStore } from '@nanostores/react'
import { Fragment, type ReactNode } from 'react'
import type { User } from '#api/contract/people/auth.ts'
import { hasWorkToDo } from '#api/rules/orders.ts'
import { RETENTION_PERIODS } from '#api/rules/promises.ts'
import { hasRights } from '#api/rules/rights.ts'
import { callApi } from '#site/kit/client/api.ts'
import { $orders } from '#site/kit/stores/orders.ts'
import { setUser } from '#site/kit/stores/session.ts'
import { announceRedirect } from '#site/kit/stores/toast.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { Dialog, DialogDone } from '#site/kit/ui/dialog/dialog.tsx'
import { type Errors, FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { CurrentPassword } from '#site/kit/ui/field/current-password.tsx'
import { useTexts } from '#site/kit/ui/field/use-texts.ts'
import { BulletPoints } from '#site/kit/ui/primitives/points.tsx'

const TITLE = 'Erase My Account'

/** How many open orders are named. */
const MOST_NAMED = 3

const GOES = [
  'Your profile, password and sign-in history',
  'Your answers, notes on your orders, purchase forms and emails',
  'Unpaid orders',
]
const STAYS = [
  `Invoices of paid orders, for ${RETENTION_PERIODS.billingRecords}, as tax law requires`,
  'Amounts and dates of your orders, without your name',
]

/** Says what is erased and what stays, and asks for the password. If the account cannot be erased now, says why. */
export function ErasureDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { data: orders } = useStore($orders)
  const open = (orders ?? []).filter(hasWorkToDo)
  if (hasRights(user)) {
    return (
      <Obstacle onClose={onClose}>
        Staff and admin accounts can’t be erased. Ask an admin to remove your permissions first.
      </Obstacle>
    )
  }
  if (open.length > 0) {
    const named = open.slice(0, MOST_NAMED)
    return (
      <Obstacle onClose={onClose}>
        We’re still working on{' '}
        {named.map(({ id, invoiceNumber }, index) => (
          <Fragment key={id}>
            {index > 0 && (index === open.length - 1 ? ' and ' : ', ')}
            <a translate="no" className="link" href={`/dashboard?order=${id}`}>
              {invoiceNumber}
            </a>
          </Fragment>
        ))}
        {open.length > MOST_NAMED && ` and ${open.length - MOST_NAMED} more`}. You can erase your account once
        that’s done. To stop sooner, open the order to cancel it, request a refund or write to us.
      </Obstacle>
    )
  }
  return <ErasureForm user={user} onClose={onClose} />
}

function Obstacle({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog size="md" title={TITLE} onClose={onClose} footer={<DialogDone onClose={onClose} />}>
      <p className="text-sm leading-relaxed text-ink-quiet">{children}</p>
    </Dialog>
  )
}

function ErasureForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { texts, bind } = useTexts({ currentPassword: '' })

  async function save(): Promise<void> {
    await callApi('/api/user/erasure', { method: 'POST', body: texts })
    announceRedirect('Account Erased', 'Your data has been deleted. We’ve emailed you a confirmation.')
    setUser(null)
    location.assign('/')
  }

  return (
    <FormDialog<Errors>
      size="md"
      title={TITLE}
      description="This takes effect immediately and can’t be undone."
      submitLabel={TITLE}
      busyLabel="Erasing..."
      submitVariant="destructive"
      onClose={onClose}
      check={() => ({
        ...(texts.currentPassword === '' && { currentPassword: 'Enter your current password' }),
      })}
      save={save}
      explain={explainBy('Error', 'Your account couldn’t be erased. Please try again.')}
      before={
        <div className="mb-6 space-y-5">
          <BulletPoints title="What we delete" points={GOES} isExcluded />
          <BulletPoints title="What we keep" points={STAYS} />
          <p className="text-sm leading-relaxed text-ink-quiet">
            Download your data and invoices first. You won’t be able to sign in afterwards.
          </p>
        </div>
      }
    >
      {(errors) => <CurrentPassword {...bind('currentPassword', errors)} of={user.email} />}
    </FormDialog>
  )
}
