import type { User } from '../../../api/contract/auth.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { Button } from '../../ui/primitives/button.tsx'

/**
 * Asks a signed-in user who opened a link that was mailed to another address. That address is not shown, because an
 * attacker may have put it into the link.
 * @returns whether to switch to the other account
 */
export function askToSwitch({ email }: User): Promise<boolean> {
  return openDialog<boolean>((close) => (
    <Dialog
      size="md"
      title="This link is for another account"
      onClose={() => close(false)}
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={() => close(false)} data-autofocus>
            Stay signed in
          </Button>
          <Button onClick={() => close(true)}>Switch account</Button>
        </div>
      }
    >
      <p className="text-sm leading-relaxed text-ink-quiet [overflow-wrap:anywhere]">
        You are signed in as <strong className="font-medium text-ink">{email}</strong>, but this link was
        mailed to another address. Its page may open for that account only.
      </p>
    </Dialog>
  ))
}
