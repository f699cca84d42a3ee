import { useStore } from '@nanostores/react'
import { SIGN_IN } from '#api/rules/mailed-links.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'

/** Offers to sign in during a purchase. Keeps the typed data and the coupon. */
export function SignInOffer({
  isLocked,
  newTabPackageId,
}: {
  isLocked: boolean
  newTabPackageId?: number | undefined
}) {
  return (
    <p className="text-sm text-ink-quiet">
      Already a customer? <SignInLink isLocked={isLocked} newTabPackageId={newTabPackageId} />
    </p>
  )
}

/** Opens the sign-in dialog with the e-mail typed in the form. */
export function SignInLink({
  isLocked = false,
  newTabPackageId,
}: {
  isLocked?: boolean
  /** Set in the frame on another website: the link opens this package's checkout in a new tab instead. */
  newTabPackageId?: number | undefined
}) {
  const { email } = useStore($buyerDraft, { keys: ['email'], ssr: 'initial' })
  if (newTabPackageId !== undefined) {
    const fragment = new URLSearchParams({ [SIGN_IN]: email.trim() })
    return (
      <a
        href={`/checkout?packageId=${newTabPackageId}#${fragment}`}
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
