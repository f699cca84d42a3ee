import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The island's part of the area's header, which stands before the page's main part (site/components/AreaHeader.astro). */
export function AreaBar({ children }: { children: ReactNode }) {
  const header = document.getElementById('area-header')
  return header && createPortal(children, header)
}
