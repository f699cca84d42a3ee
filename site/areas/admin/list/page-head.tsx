/** What the pages of one order, one person and one offer begin with. */
import { ArrowLeft } from 'lucide-react'
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { useTitle } from '#site/kit/shell/use-title.ts'
import { buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { PlaceLink } from './place-link.tsx'

/** Names the document, shows the page from its top and focuses the heading that gets the ref. */
export function useOpenedPage(name: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(`${name} – Admin`)
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

/** Links back to the list from which the page was opened. */
export function BackLink({ className = '-ml-4 -mt-3', children, ...rest }: ComponentProps<typeof PlaceLink>) {
  return (
    <PlaceLink {...rest} className={buttonClass({ variant: 'ghost', className })}>
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </PlaceLink>
  )
}
