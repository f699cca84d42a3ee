/**
 * When a call finds that the session has ended, asks in a dialog to sign in again. The page keeps its state, and the call is
 * repeated once the same person has signed in.
 */
import type { ComponentProps } from 'react'
import type { User } from '#api/contract/people/auth.ts'
import type { RefusedCall } from '#site/kit/client/api.ts'
import { $session, setUser } from '#site/kit/stores/session.ts'
import { showNote } from '#site/kit/stores/toast.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { openDialog } from '#site/kit/ui/dialog/open-dialog.ts'

/** The method of the page's sign-in dialog that is used here. */
type AskingAgain = HTMLElement & { askAgain: (email: string) => Promise<User | undefined> }

/** The calls that place an order or refund money. They are repeated only after a confirmation. */
const MOVES_MONEY =
  /^\/api\/(create-order$|orders\/\d+\/(retry|cancellation|refund-request\/answer)$|admin\/.*(refund|decision|transfer|write-off))/

let asking: Promise<boolean> | undefined
/** When the dialog was last closed without signing in. */
let putAsideAtMs: number | undefined
/** Browsers report a press as user activation for 5 seconds. The press that closed the dialog must not open it again. */
const PRESS_MS = 6000

/** Parallel calls share one dialog. @returns whether to send the call again */
export async function signInAgain({ url, method }: RefusedCall): Promise<boolean> {
  // Once the dialog was closed, a GET opens it again only after a new press, not if the page sent it on its own.
  const isWished =
    putAsideAtMs === undefined || (navigator.userActivation?.isActive && Date.now() - putAsideAtMs > PRESS_MS)
  if (method === 'GET' && !isWished) return false
  asking ??= ask().finally(() => {
    asking = undefined
  })
  if (!(await asking)) return false
  return method === 'GET' || !MOVES_MONEY.test(url) || confirmMoney()
}

async function ask(): Promise<boolean> {
  const { user: before } = $session.get()
  const dialog = document.querySelector<AskingAgain>('sign-in-dialog')
  if (!before || !dialog) return false
  const user = await dialog.askAgain(before.email)
  putAsideAtMs = user ? undefined : Date.now()
  // A timer, so that this replaces the call's toast, which only says that it failed.
  if (!user) setTimeout(() => showNote('You were signed out', 'Sign in to continue. Nothing was sent.'))
  if (user && user.id !== before.id) return startOver(before.firstName, user)
  if (user) setUser(user)
  return user !== undefined
}

interface Question extends Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'children'> {
  cancel: string
  confirm: string
}

/** @returns whether the user confirmed. Neither answer loses anything. */
const askWhether = (question: Question): Promise<boolean> =>
  openDialog<boolean>((close) => (
    <ConfirmDialog
      {...question}
      variant="primary"
      onCancel={() => close(false)}
      onConfirm={() => close(true)}
    />
  ))

/** Reloads the page for another person, because what was typed belongs to the earlier one. Its promise never settles. */
async function startOver(earlier: string, user: User) {
  await askWhether({
    title: `You’re signed in as ${user.firstName} ${user.lastName}`,
    cancel: 'Close',
    confirm: 'Continue',
    children: <>You signed in with another account, so what {earlier} was about to send wasn’t sent.</>,
  })
  setUser(user)
  location.reload()
  return new Promise<boolean>(() => {})
}

const confirmMoney = () =>
  askWhether({
    title: 'Continue?',
    cancel: 'Not now',
    confirm: 'Continue',
    children: 'You’re signed in again. Nothing was sent yet because this involves a payment.',
  })

/**
 * Asks a signed-in user who opened a link mailed to another address. Does not show that address, because an attacker may have put
 * it into the link.
 * @returns whether to switch to the other account
 */
export const askToSwitch = ({ email }: User): Promise<boolean> =>
  askWhether({
    title: 'This link is for another account',
    cancel: 'Stay signed in',
    confirm: 'Switch account',
    children: (
      <p className="[overflow-wrap:anywhere]">
        You’re signed in as <strong className="font-medium text-ink">{email}</strong>, but this link was
        mailed to another address. Its page may only open with that account.
      </p>
    ),
  })
