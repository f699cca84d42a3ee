/** Messages between the purchase frame, the website around it, and the window that continues a purchase. */
import { type FrameMessage, HostMessage } from '#api/contract/sales/widget-messages.ts'
import { FRAME_SECRET_HEADER } from '#api/rules/embed.ts'
import { sendWithoutCookies } from '#site/kit/client/api.ts'
import { $buyerDraft, type BuyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { $coupon, type CouponState } from '#site/kit/stores/coupon.ts'
import { $currency } from '#site/kit/stores/currency.ts'
import { $paidAtOnce } from '#site/shop/payment/instalments.tsx'
import { exportOpenOrder, importOpenOrder } from '#site/shop/payment/open-order.ts'
import type { PlacedOrder } from '#site/shop/payment/payment-machine.ts'

export interface FinishedPurchase {
  order: PlacedOrder
  email: string
  /** A one-time token that signs the buyer in in a new tab of the shop. */
  token: string | undefined
}

/** A message without the fields that all messages share. */
type MessageBody = FrameMessage extends infer Message
  ? Message extends FrameMessage
    ? Omit<Message, 'source' | 'version'>
    : never
  : never

const FROM_FRAME = { source: 'service-package', version: 1 } as const
const SECRET_BYTES = 32
/** How often to check whether the window is still open: browsers have no event for it. */
const LOOK_EVERY_MS = 400

let secret = ''

export const getSecret = () => secret

/**
 * From now on, sends every call of this page without cookies and with a secret, which proves that this page placed its order.
 * Only the frame may call it, and not this module on load: other pages load this module in a shared chunk.
 */
export function sendWithSecret(shared = createSecret()): void {
  secret = shared
  sendWithoutCookies({ [FRAME_SECRET_HEADER]: secret })
}

function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** @param host the website's origin. undefined: sends nothing. */
export function tellHost(host: string | undefined, body: MessageBody): void {
  if (host === undefined || window.parent === window) return
  window.parent.postMessage({ ...FROM_FRAME, ...body }, host)
}

/** @returns a function that stops listening */
export function listenToHost(host: string | undefined, listener: (type: 'show' | 'hide') => void) {
  const listen = ({ origin, source, data }: MessageEvent) => {
    if (origin !== host || source !== window.parent) return
    const message = HostMessage.safeParse(data)
    if (message.success) listener(message.data.type)
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}

/** Sent only between pages of the shop, so these need no validation. */
type WindowMessage =
  | { purchase: 'asked' }
  | {
      purchase: 'handed-over'
      secret: string
      draft: BuyerDraft
      coupon: CouponState
      openOrder: unknown
      paidAtOnce?: number | undefined
    }
  | { purchase: 'ended'; ended: FinishedPurchase }
  | { purchase: 'noted' }

function listenToWindow(other: Window, listener: (message: WindowMessage) => void) {
  const listen = ({ origin, source, data }: MessageEvent) => {
    if (origin === location.origin && source === other) listener(data as WindowMessage)
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}

const tellWindow = (other: Window, message: WindowMessage) => other.postMessage(message, location.origin)

export interface OtherWindow {
  show: () => void
  close: () => void
}

/**
 * Continues the purchase in a window of the shop: hands over the typed data, the coupon, the open order and the secret. A
 * BroadcastChannel would not do, because storage is partitioned in a frame on another website.
 * @param onEnd called without an argument if the window was closed
 * @returns undefined if the browser does not open the window
 */
export function continueInWindow(onEnd: (ended?: FinishedPurchase) => void): OtherWindow | undefined {
  const address = new URL(location.href)
  address.searchParams.delete('view')
  address.searchParams.set('window', '1')
  address.searchParams.set('currency', $currency.get())
  const opened = window.open(address, '_blank', 'popup,width=560,height=820')
  if (!opened) return undefined
  const stop = () => {
    clearInterval(timer)
    stopListening()
  }
  const timer = setInterval(() => {
    if (!opened.closed) return
    stop()
    onEnd()
  }, LOOK_EVERY_MS)
  const stopListening = listenToWindow(opened, (message) => {
    if (message.purchase === 'asked')
      tellWindow(opened, {
        purchase: 'handed-over',
        secret,
        draft: $buyerDraft.get(),
        coupon: $coupon.get(),
        openOrder: exportOpenOrder(),
        paidAtOnce: $paidAtOnce.get(),
      })
    if (message.purchase !== 'ended') return
    stop()
    tellWindow(opened, { purchase: 'noted' })
    onEnd(message.ended)
  })
  return { show: () => opened.focus(), close: () => opened.close() }
}

/** Called in the window: takes over the purchase from the frame. @returns a function that stops listening */
export function takeOver() {
  const opener = window.opener as Window | null
  if (!opener) return () => {}
  const stop = listenToWindow(opener, (message) => {
    if (message.purchase === 'handed-over') {
      sendWithSecret(message.secret)
      importOpenOrder(message.openOrder)
      $coupon.set(message.coupon)
      $buyerDraft.set(message.draft)
      $paidAtOnce.set(message.paidAtOnce)
    }
    // From here on the frame shows the outcome.
    if (message.purchase === 'noted') window.close()
  })
  tellWindow(opener, { purchase: 'asked' })
  return stop
}

/** Called in the window: sends the outcome to the frame, if it is still there. */
export function tellOpener(ended: FinishedPurchase): void {
  const opener = window.opener as Window | null
  if (opener) tellWindow(opener, { purchase: 'ended', ended })
}
