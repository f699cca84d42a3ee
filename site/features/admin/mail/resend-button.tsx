import { Send } from 'lucide-react'
import { useState } from 'react'
import type { Mail } from '../../../../api/contract/mail.ts'
import { ApiError, callApi } from '../../../client/api.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { KIND_LABELS } from './mail-labels.ts'

/** Sends a mail again, as a new mail with the current data. */
export function ResendButton({ mail, onResent }: { mail: Mail; onResent: () => void }) {
  const [isSending, setIsSending] = useState(false)

  async function resend(): Promise<void> {
    setIsSending(true)
    try {
      await callApi<Mail>(`/api/admin/mails/${mail.id}/resend`, { method: 'POST' })
      showToast('Mail Queued', 'It will be written again and sent in a moment.')
      onResent()
    } catch (error) {
      const message = error instanceof ApiError ? error.body?.message : undefined
      showError('Resend Failed', message ?? 'The mail could not be queued. Please try again.')
    } finally {
      setIsSending(false)
    }
  }

  return (
    <Button
      variant="secondary"
      busy={isSending}
      aria-label={`Send again: ${KIND_LABELS[mail.kind]}${mail.toEmail ? ` to ${mail.toEmail}` : ''}`}
      className="max-lg:w-full lg:px-3"
      onClick={() => void resend()}
    >
      {!isSending && <Send aria-hidden="true" className="size-4" />}
      Send again
    </Button>
  )
}
