import type { ComponentProps } from 'react'

/** A link within the page: a plain click changes the page's query, any other one opens the link as links do. */
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
