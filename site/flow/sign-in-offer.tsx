import { useStore } from '@nanostores/react'
import { $buyerDraft } from '../stores/buyer-draft.ts'

/** For who has an account. The purchase goes on afterwards: what was typed and the coupon stay. */
export function SignInOffer({ isLocked }: { isLocked: boolean }) {
  return (
    <p className="text-sm text-ink-quiet">
      Already a customer? <SignInLink isLocked={isLocked} />
    </p>
  )
}

/** Opens the sign-in with the e-mail that was typed. */
export function SignInLink({ isLocked = false }: { isLocked?: boolean }) {
  const { email } = useStore($buyerDraft, { keys: ['email'], ssr: 'initial' })
  return (
    <button
      type="button"
      data-sign-in
      data-email={email.trim()}
      disabled={isLocked}
      className="link -my-3 rounded-sm py-3 disabled:opacity-60"
    >
      Sign in
    </button>
  )
}
