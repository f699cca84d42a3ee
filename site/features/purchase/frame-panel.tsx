import { useStore } from '@nanostores/react'
import { AppWindow } from 'lucide-react'
import type { RefObject } from 'react'
import type { Package } from '../../../api/contract/catalogue.ts'
import type { FailedPayment, Refusal } from '../../buying/payment-machine.ts'
import { VerificationNotice } from '../../buying/payment-notes.tsx'
import { $payment } from '../../buying/run-payment.ts'
import { Button } from '../../ui/primitives/button.tsx'
import type { OtherWindow } from './frame.ts'
import { FrameFailure } from './frame-failure.tsx'
import { FrameShell } from './frame-shell.tsx'
import { usePurchaseForm } from './use-purchase-form.tsx'

interface FramePanelProps {
  item: Package
  heading: RefObject<HTMLHeadingElement | null>
  host: string | undefined
  failed: FailedPayment | undefined
  /** The window in which the purchase continues; `blocked` if the browser opened none. */
  other: OtherWindow | 'blocked' | undefined
  buy: (again: boolean) => Promise<Refusal | undefined>
  onClose: (() => void) | undefined
  onWindow: (() => void) | undefined
  onBack: () => void
}

/** The purchase form in the frame, or a notice in its place. */
export function FramePanel(props: FramePanelProps) {
  const { item, heading, host, failed, other, buy, onClose, onWindow, onBack } = props
  const payment = useStore($payment)
  const { formId, close, form, footer } = usePurchaseForm({
    selected: item,
    buy,
    onClose,
    newTabPackageId: item.id,
  })
  const shell = { title: `Get Started with ${item.name}`, heading, host }

  // The buyer may have been charged, so there is nothing else to press.
  if (payment.step === 'failed')
    return (
      <FrameShell {...shell} onClose={onClose}>
        <VerificationNotice orderId={payment.order.orderId} />
      </FrameShell>
    )
  if (other && other !== 'blocked')
    return (
      <FrameShell {...shell} onClose={onClose}>
        <ElsewhereNotice other={other} onBack={onBack} />
      </FrameShell>
    )
  return (
    <FrameShell {...shell} onClose={onClose && close} footer={footer}>
      {failed && (
        <FrameFailure
          failed={failed}
          formId={formId}
          isBlocked={other === 'blocked'}
          page={`/packages/${item.slug}`}
          onWindow={onWindow}
        />
      )}
      {form}
    </FrameShell>
  )
}

function ElsewhereNotice({ other, onBack }: { other: OtherWindow; onBack: () => void }) {
  return (
    <div role="status" className="mx-auto flex max-w-md flex-col items-center py-10 text-center">
      <AppWindow aria-hidden="true" className="size-11 text-accent" strokeWidth={1.5} />
      <h2 className="mt-5 text-xl font-semibold tracking-tight">Your purchase goes on in a window</h2>
      <p className="mt-2 text-ink-quiet">What you typed is there, too. This page shows when it is paid.</p>
      <div className="mt-6 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <Button onClick={other.show}>Show the window</Button>
        <Button
          variant="secondary"
          onClick={() => {
            other.close()
            onBack()
          }}
        >
          Continue here instead
        </Button>
      </div>
    </div>
  )
}
