/** The purchase in a frame on another website: the shop's form, with every outcome shown inside the frame. */
import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { callApi } from '#site/kit/client/api.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { $selectedPackage } from '#site/kit/stores/selected-package.ts'
import { $toast } from '#site/kit/stores/toast.ts'
import { island } from '#site/kit/ui/primitives/island.tsx'
import { readPrice } from '#site/shop/payment/agreed-price.ts'
import { applyCoupon } from '#site/shop/payment/coupon.ts'
import { forgetPurchase } from '#site/shop/payment/pay-for-package.ts'
import type { FailedPayment } from '#site/shop/payment/payment-machine.ts'
import { $payment, confirmPayment, resetPayment } from '#site/shop/payment/run-payment.ts'
import {
  continueInWindow,
  type FinishedPurchase,
  listenToHost,
  type OtherWindow,
  sendWithSecret,
  takeOver,
  tellHost,
  tellOpener,
} from './frame.ts'
import { FramePaid } from './frame-paid.tsx'
import { FramePanel } from './frame-panel.tsx'
import { type PurchasePlace, purchase } from './purchase.ts'

interface FrameProps {
  item: Package
  /** The website's origin, if it is on the allow list. */
  host: string | undefined
  coupon: string | undefined
  /** true: the frame is in a dialog, and the website says when it opens. false: it is a part of the page. */
  isDialog: boolean
  /** Whether this page is a window that continues a frame's purchase. */
  isWindow: boolean
}

export const FrameIsland = island(Frame)

function Frame({ item: drawn, host, coupon, isDialog, isWindow }: FrameProps) {
  // In useState, so that it runs once, before the first API call.
  useState(() => sendWithSecret())
  // After an order was refused because the price had changed, the selected package has the current price.
  const item = useStore($selectedPackage) ?? drawn
  const payment = useStore($payment)
  const [failed, setFailed] = useState<FailedPayment>()
  const [finished, setFinished] = useState<FinishedPurchase>()
  const [other, setOther] = useState<OtherWindow | 'blocked'>()
  const token = useRef<string>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const isCounted = useRef(false)

  const finish = useCallback(
    (purchased: FinishedPurchase) => {
      setFailed(undefined)
      setOther(undefined)
      // No toast: the frame shows the outcome itself.
      $toast.set(null)
      setFinished(purchased)
      forgetPurchase()
      if (isWindow) tellOpener(purchased)
      const { invoiceNumber: orderNumber, amount, currency } = purchased.order
      const paid = toDecimal(money(amount, currency))
      tellHost(host, { type: 'paid', orderNumber, package: drawn.slug, amount: paid, currency })
    },
    [drawn, host, isWindow],
  )

  const show = useCallback(() => {
    heading.current?.focus({ preventScroll: true })
    tellHost(host, { type: 'opened', package: drawn.slug })
    if (isCounted.current || host === undefined || isWindow) return
    isCounted.current = true
    // Count the view. Nothing depends on the response.
    void callApi('/api/embed/views', { method: 'POST', body: { origin: host } }).catch(() => {})
  }, [drawn, host, isWindow])

  /** Empties the form after a purchase; before one, the dialog keeps what was typed. */
  const hide = useCallback(() => {
    setFinished(undefined)
    if ($payment.get().step === 'succeeded') resetPayment()
  }, [])

  useEffect(() => $selectedPackage.set(drawn), [drawn])

  useEffect(() => {
    if (isWindow) return takeOver()
    const stop = listenToHost(host, (type) => (type === 'show' ? show() : hide()))
    tellHost(host, { type: 'ready' })
    if (!isDialog) show()
    return stop
  }, [host, isDialog, isWindow, show, hide])

  useEffect(() => {
    if (coupon === undefined || isWindow || $buyerDraft.get().couponCode !== '') return
    $buyerDraft.setKey('couponCode', coupon)
    void applyCoupon({ id: drawn.id, price: readPrice(drawn, $buyerDraft.get().country) }).then(() =>
      $toast.set(null),
    )
  }, [coupon, drawn, isWindow])

  async function buy(again: boolean) {
    setFailed(undefined)
    if (payment.step !== 'idle') resetPayment()
    token.current = undefined
    const place: PurchasePlace = {
      embedOrigin: host,
      signIn: async (sessionId) => {
        token.current = sessionId
      },
      finish: (_item, { email }, order) => finish({ order, email, token: token.current }),
      fail: (failure) => void handleFailure(failure, place),
    }
    return purchase(again, place)
  }

  async function handleFailure(failure: FailedPayment, { signIn }: PurchasePlace) {
    $toast.set(null)
    setFailed(failure)
    if (failure.reason !== 'verification_failed') return resetPayment()
    const { email } = $buyerDraft.get()
    if (await confirmPayment(failure.order, signIn))
      finish({ order: failure.order, email, token: token.current })
  }

  function openWindow(): void {
    const opened = continueInWindow((purchased) => (purchased ? finish(purchased) : setOther(undefined)))
    setOther(opened ?? 'blocked')
  }

  const close = host !== undefined && isDialog ? () => tellHost(host, { type: 'close' }) : undefined

  if (finished) return <FramePaid item={item} finished={finished} host={host} onClose={close} />
  return (
    <FramePanel
      item={item}
      heading={heading}
      host={host}
      failed={failed}
      other={other}
      buy={buy}
      onClose={close}
      onWindow={isWindow ? undefined : openWindow}
      onBack={() => setOther(undefined)}
    />
  )
}
