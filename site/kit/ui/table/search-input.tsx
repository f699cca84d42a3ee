import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass } from '#site/kit/ui/field/field.tsx'

export function SearchInput(props: ComponentProps<'input'>) {
  return (
    <search className="relative min-w-0 flex-1 basis-64">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute left-3 top-1/2 size-4 -translate-y-1/2 text-ink-quiet"
      />
      <input
        {...props}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        className={`${controlClass()} py-1.5 pl-9`}
      />
    </search>
  )
}
