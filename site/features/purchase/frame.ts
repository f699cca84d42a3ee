/** What ties the purchase frame to the website around it, and to a window of the shop in which its purchase goes on. */
import { type FrameMessage, HostMessage } from '../../../api/contract/embed-messages.ts'
import { FRAME_SECRET_HEADER } from '../../../api/contract/frame.ts'
import { sendWithoutCookies } from '../../client/api.ts'
import { exportOpenOrder, importOpenOrder } from '../../flow/open-order.ts'
import type { PlacedOrder } from '../../flow/payment-machine.ts'
import { $buyerDraft, type BuyerDraft } from '../../stores/buyer-draft.ts'
import { $coupon, type CouponState } from '../../stores/coupon.ts'

export interface Ended {
  order: PlacedOrder
  email: string
  /** Signs the buyer in once, in a tab of the shop. */
  token: string | undefined
}

type Words = FrameMessage extends infer Message
  ? Message extends FrameMessage
    ? Omit<Message, 'source' | 'version'>
    : never
  : never

const FROM_FRAME = { source: 'service-package', version: 1 } as const
const SECRET_BYTES = 32
/** How often the frame looks whether the window is still there; browsers have no event for it. */
const LOOK_EVERY_MS = 400

let secret = ''

/**
 * From now on every call of this page goes without cookies, and with a secret that shows that it placed its order. Called by
 * the frame alone, because other pages may load this file with theirs.
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

/** @param host the origin of the website; undefined: nobody is told */
export function tellHost(host: string | undefined, words: Words): void {
  if (host === undefined || window.parent === window) return
  window.parent.postMessage({ ...FROM_FRAME, ...words }, host)
}

/** @returns stops listening */
export function listenToHost(host: string | undefined, listener: (type: 'show' | 'hide') => void) {
  const listen = ({ origin, source, data }: MessageEvent) => {
    if (origin !== host || source !== window.parent) return
    const message = HostMessage.safeParse(data)
    if (message.success) listener(message.data.type)
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}

/** Between two pages of the shop alone, so that their shapes are known. */
type WindowMessage =
  | { purchase: 'asked' }
  | { purchase: 'handed-over'; secret: string; draft: BuyerDraft; coupon: CouponState; openOrder: unknown }
  | { purchase: 'ended'; ended: Ended }
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
 * Opens the window and hands over what was typed, the coupon, the open order and the secret. Messages from opener to window
 * work where storage is partitioned, which a BroadcastChannel does not.
 * @param onEnd with nothing: the window was closed
 * @returns undefined where the browser opens none
 */
export function continueInWindow(onEnd: (ended?: Ended) => void): OtherWindow | undefined {
  const address = new URL(location.href)
  address.searchParams.delete('view')
  address.searchParams.set('window', '1')
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
      })
    if (message.purchase !== 'ended') return
    stop()
    tellWindow(opened, { purchase: 'noted' })
    onEnd(message.ended)
  })
  return { show: () => opened.focus(), close: () => opened.close() }
}

/** In that window: takes over what the frame has. @returns stops listening */
export function takeOver() {
  const opener = window.opener as Window | null
  if (!opener) return () => {}
  const stop = listenToWindow(opener, (message) => {
    if (message.purchase === 'handed-over') {
      sendWithSecret(message.secret)
      importOpenOrder(message.openOrder)
      $coupon.set(message.coupon)
      $buyerDraft.set(message.draft)
    }
    // The frame shows how it ended.
    if (message.purchase === 'noted') window.close()
  })
  tellWindow(opener, { purchase: 'asked' })
  return stop
}

/** In that window: the frame shows the end, as long as there is one. */
export function tellOpener(ended: Ended): void {
  const opener = window.opener as Window | null
  if (opener) tellWindow(opener, { purchase: 'ended', ended })
}
