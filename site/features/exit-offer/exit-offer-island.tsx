import { useEffect, useState } from 'react'
import { ExitOfferDialog } from './exit-offer-dialog.tsx'

/** Hidden in the page's HTML; `client:exit-intent` hydrates it when it is to open, and it opens that once. */
export function ExitOfferIsland() {
  const [isOpen, setOpen] = useState(false)

  useEffect(() => setOpen(true), [])

  return isOpen && <ExitOfferDialog onClose={() => setOpen(false)} />
}
