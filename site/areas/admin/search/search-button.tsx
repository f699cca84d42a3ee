import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }))

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the search of the whole area, as do Ctrl-K and ⌘K. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isShortcut = (isApple ? event.metaKey : event.ctrlKey) && !event.shiftKey && !event.altKey
      if (event.key.toLowerCase() !== 'k' || !isShortcut) return
      event.preventDefault()
      // Not over another dialog, which may hold typed text.
      if (!document.querySelector('dialog:modal')) setIsOpen(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={() => setIsOpen(true)}
        className="flex min-h-target min-w-target shrink-0 items-center justify-center gap-2 rounded text-sm text-ink-quiet transition-colors hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent md:min-h-9 md:w-32 lg:w-80 md:justify-start md:border md:border-line-strong/70 md:bg-ground-quiet md:px-3 md:hover:border-line-strong md:pointer-coarse:min-h-target"
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <span className="flex-1 truncate text-left max-md:sr-only">
          Search<span className="max-lg:sr-only"> orders, people, packages</span>
        </span>
        <span aria-hidden="true" className="text-xs max-lg:hidden">
          {isApple ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
