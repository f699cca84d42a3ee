import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { formatIn } from '#api/rules/money/priced.ts'
import { callApi } from '#site/kit/client/api.ts'
import { $isAway } from '#site/kit/client/first-byte.ts'
import { $currency } from '#site/kit/stores/currency.ts'
import { $selectedPackage } from '#site/kit/stores/selected-package.ts'
import { $session, loadSession } from '#site/kit/stores/session.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { Button, type ButtonSize } from '#site/kit/ui/primitives/button.tsx'
import { island } from '#site/kit/ui/primitives/island.tsx'

/** Called while the API counts as unreachable, to find out whether it is back. */
const HEALTH_PATH = '/api/healthz'
const PROCESSING_MS = 1000

/** Selects the package, which opens the purchase dialog. A signed-in customer goes to the checkout page instead. */
export const BuyButton = island(Buy)

function Buy({
  item,
  withPrice = false,
  size = 'md',
  onChosen,
}: {
  item: Package
  withPrice?: boolean
  size?: ButtonSize
  /** Called just before the purchase opens, so that the surrounding dialog can close. */
  onChosen?: () => void
}) {
  const currency = useStore($currency, { ssr: 'initial' })
  const [isProcessing, setProcessing] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function buy(): Promise<void> {
    if (isProcessing) return
    setProcessing(true)
    timer.current = setTimeout(() => setProcessing(false), PROCESSING_MS)
    await Promise.all([loadSession(), afterPaint(), $isAway.get() && callApi(HEALTH_PATH).catch(() => {})])
    // Say so now, before the visitor fills in a form that cannot be sent.
    if ($isAway.get()) {
      const phone = document.querySelector('#away a')?.textContent
      return showError('You can’t order right now', `We’re working on it. Call ${phone}.`)
    }
    onChosen?.()
    if ($session.get().user) location.assign(`/checkout?packageId=${item.id}`)
    else $selectedPackage.set(item)
  }

  const label = withPrice ? `Buy Now - ${formatIn(item, currency)}` : 'Buy Now'
  return (
    <Button
      size={size}
      aria-disabled={isProcessing || undefined}
      aria-busy={isProcessing || undefined}
      aria-label={`${label}, ${item.name}`}
      onClick={buy}
      onPointerEnter={announceIntent}
      onFocus={announceIntent}
      className="aria-busy:opacity-70"
    >
      {label}
    </Button>
  )
}

/** Makes site/build/purchase.ts load the purchase dialog. */
async function announceIntent(): Promise<void> {
  await afterPaint()
  dispatchEvent(new Event('purchase:likely'))
}

/** Resolves after the next paint, so that a pressed button changes its look before the work starts. */
function afterPaint(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done))
  })
}
