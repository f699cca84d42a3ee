import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { ApiError, callApi } from '../../client/api.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { Button } from '../../ui/button.tsx'

/** Asks for the address to be confirmed, and keeps nobody from anything. */
export function ConfirmNotice({ email }: { email: string }) {
  const [isSending, setIsSending] = useState(false)

  async function send(): Promise<void> {
    if (isSending) return
    setIsSending(true)
    try {
      await callApi('/api/auth/confirm-link', { method: 'POST' })
      showToast('Link Sent', `It is on its way to ${email}.`)
    } catch (error) {
      const message = error instanceof ApiError ? error.body?.message : undefined
      showError('Error', message ?? 'The link could not be sent. Please try again.')
    }
    setIsSending(false)
  }

  return (
    <section
      aria-label="Your e-mail address"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-ground-raised px-5 py-4 sm:px-6"
    >
      <div className="min-w-0 max-w-text flex-1 basis-72 text-sm">
        <h2 className="font-semibold text-ink">Please confirm your e-mail address</h2>
        <p className="mt-1 text-ink-quiet [overflow-wrap:anywhere]">
          Open the link in our mail to {email} where you are signed in.
        </p>
      </div>
      <Button variant="secondary" busy={isSending} onClick={() => void send()} className="max-sm:w-full">
        <MailCheck aria-hidden="true" className="size-4" />
        Send the link again
      </Button>
    </section>
  )
}
