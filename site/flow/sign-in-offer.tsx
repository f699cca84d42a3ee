import { useStore } from '@nanostores/react'
import { SIGN_IN } from '../../api/contract/mailed-links.ts'
import { $buyerDraft } from '../stores/buyer-draft.ts'

/** For who has an account. The purchase goes on afterwards: what was typed and the coupon stay. */
export function SignInOffer({ isLocked, tabFor }: { isLocked: boolean; tabFor?: number | undefined }) {
  return (
    <p className="text-sm text-ink-quiet">
      Already a customer? <SignInLink isLocked={isLocked} tabFor={tabFor} />
    </p>
  )
}

/** Opens the sign-in with the e-mail that was typed. */
export function SignInLink({
  isLocked = false,
  tabFor,
}: {
  isLocked?: boolean
  /** On another website: the checkout of this package, in a tab of the shop. */
  tabFor?: number | undefined
}) {
  const { email } = useStore($buyerDraft, { keys: ['email'], ssr: 'initial' })
  if (tabFor !== undefined) {
    const fragment = new URLSearchParams({ [SIGN_IN]: email.trim() })
    return (
      <a
        href={`/checkout?packageId=${tabFor}#${fragment}`}
        target="_blank"
        rel="noopener"
        className="link -my-3 rounded-sm py-3"
      >
        Sign in<span className="sr-only"> (opens in a new tab)</span>
      </a>
    )
  }
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
