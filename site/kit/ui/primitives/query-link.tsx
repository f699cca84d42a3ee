import type { ComponentProps } from 'react'

/** A link within the page: a plain click only changes the address's query. With a modifier key it opens like any other link. */
export function QueryLink({ href, onGo, ...rest }: ComponentProps<'a'> & { href: string; onGo: () => void }) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onGo()
      }}
    />
  )
}
