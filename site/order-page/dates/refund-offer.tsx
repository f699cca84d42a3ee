/** What the shipping policy offers for an order that is late by more than half of its delivery time. */
export function RefundOffer() {
  return (
    <p className="mt-2 text-sm leading-relaxed text-ink">
      It is late by more than half of its delivery time. If you no longer want the work, you may cancel and
      receive a partial or full refund, depending on what has been done.{' '}
      <a
        href="/refund-policy"
        className="font-medium text-ink underline underline-offset-4"
        onClick={(event) => {
          const card = document.getElementById('refund')
          if (!card) return
          event.preventDefault()
          location.hash = 'refund'
          card.scrollIntoView()
        }}
      >
        Ask for your money back
      </a>
    </p>
  )
}
