import { useStore } from '@nanostores/react'
import { AppWindow, CircleAlert } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { describeFailure } from '#site/shop/payment/endings.ts'
import type { FailedPayment, Refusal } from '#site/shop/payment/payment-machine.ts'
import { VerificationNotice } from '#site/shop/payment/payment-notes.tsx'
import { $payment } from '#site/shop/payment/run-payment.ts'
import type { OtherWindow } from './frame.ts'
import { FrameShell } from './frame-shell.tsx'
import { usePurchaseForm } from './use-purchase-form.tsx'

interface FramePanelProps {
  item: Package
  heading: RefObject<HTMLHeadingElement | null>
  host: string | undefined
  failed: FailedPayment | undefined
  /** The window that continues the purchase; `blocked` if the browser did not open it. */
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

  // The buyer may have been charged, so offer no way to pay again.
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
      <h2 className="mt-5 text-xl font-semibold tracking-tight">Your purchase continues in a new window</h2>
      <p className="mt-2 text-ink-quiet">
        What you typed is there too. This page will show when you’ve paid.
      </p>
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

/** Says why the payment failed and what to do. Takes the focus, which was in the provider's checkout. */
function FrameFailure({
  failed,
  formId,
  isBlocked,
  page,
  onWindow,
}: {
  failed: FailedPayment
  formId: string
  /** Whether the browser refused to open the window. */
  isBlocked: boolean
  /** The package's path in the shop. */
  page: string
  onWindow: (() => void) | undefined
}) {
  const notice = useRef<HTMLDivElement>(null)
  const { title, description, isError } = describeFailure(failed)

  // biome-ignore lint/correctness/useExhaustiveDependencies: on every new failure
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'center' })
  }, [failed])

  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      className={`mb-6 flex gap-3 rounded-lg border p-4 focus:outline-none ${isError ? 'border-negative/30 bg-negative-soft' : 'border-line bg-ground-quiet'}`}
    >
      <CircleAlert
        aria-hidden="true"
        className={`mt-0.5 size-5 shrink-0 ${isError ? 'text-negative' : 'text-ink-quiet'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-ink">{title}</p>
        <p className="mt-0.5 text-sm text-ink-quiet">{description} Your details are still in the form.</p>
        <div className="mt-3 flex flex-col gap-3 sm:flex-row">
          <Button type="submit" form={formId}>
            Try again
          </Button>
          {onWindow && (
            <Button icon={AppWindow} variant="secondary" onClick={onWindow}>
              Continue in a window
            </Button>
          )}
        </div>
        {isBlocked && (
          <p role="alert" className="mt-3 text-sm text-ink">
            Your browser blocked the window. Allow pop-ups for this page, or{' '}
            <a href={page} target="_blank" rel="noopener" className="link">
              buy it in the shop<span className="sr-only"> (opens in a new tab)</span>
            </a>
            .
          </p>
        )}
      </div>
    </div>
  )
}
