import { Send } from 'lucide-react'
import type { Mail } from '../../../../api/contract/operation.ts'
import { readMessage } from '../../../client/refusals.ts'
import { ActButton } from '../jobs/act-button.tsx'
import { KIND_LABELS } from './mail-labels.ts'

/** Sends a mail again, as a new mail with the current data. */
export function ResendButton({ mail, onResent }: { mail: Mail; onResent: () => void }) {
  return (
    <ActButton
      path={`/api/admin/mails/${mail.id}/resend`}
      icon={Send}
      label="Send again"
      of={`${KIND_LABELS[mail.kind]}${mail.toEmail ? ` to ${mail.toEmail}` : ''}`}
      done={['Mail Queued', 'It will be written again and sent in a moment.']}
      failed="Resend Failed"
      explain={(error) => readMessage(error) ?? 'The mail could not be queued. Please try again.'}
      onDone={onResent}
    />
  )
}
