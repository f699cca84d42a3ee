import type { WebhookTest } from '../../../../api/contract/webhooks.ts'
import { Dialog, DialogDone } from '../../../ui/dialog/dialog.tsx'
import { Fact } from '../../../ui/primitives/fact.tsx'

/** What the program has answered to a test message. */
export function TestDialog({
  url,
  outcome: { isDelivered, responseStatus, response },
  onClose,
}: {
  url: string
  outcome: WebhookTest
  onClose: () => void
}) {
  return (
    <Dialog
      onClose={onClose}
      size="md"
      title={isDelivered ? 'The test has arrived' : 'The test has not arrived'}
      description={url}
      footer={<DialogDone onClose={onClose} />}
    >
      <dl className="flex flex-col gap-3 text-sm">
        <Fact label="Status">{responseStatus ?? 'No response'}</Fact>
        <Fact label={responseStatus === null ? 'Why' : 'Response'} valueClassName="[overflow-wrap:anywhere]">
          {response || 'Empty'}
        </Fact>
      </dl>
      <p className="mt-4 text-sm text-ink-quiet">
        A test is signed as every message. It is not in the list, and does not count as a failure.
      </p>
    </Dialog>
  )
}
