import type { ComponentProps } from 'react'
import type { AdminCategory } from '#api/contract/catalogue/packages.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Picture } from '#site/kit/ui/primitives/picture.tsx'
import { ReorderHandle } from './use-reorder.tsx'

interface CategoryRowProps {
  category: AdminCategory
  /** Its position, starting at 1. */
  place: number
  isDragged: boolean
  handle: ComponentProps<'button'>
  onEdit: () => void
  onSwitch: () => void
  onDelete: () => void
}

export function CategoryRow({ category, place, isDragged, handle, ...actions }: CategoryRowProps) {
  const { name, description, imageUrl, isHidden, packageCount } = category
  return (
    <li
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 bg-ground-raised py-3 pl-2 pr-5 last:rounded-b-lg sm:pl-3 sm:pr-6 lg:flex-nowrap ${
        isDragged ? 'relative z-10 shadow-raised ring-1 ring-accent' : ''
      }`}
    >
      <div className="flex min-w-0 flex-1 basis-80 items-center gap-2 sm:gap-3">
        <ReorderHandle {...handle} label={`Reorder ${name}, place ${place}`} />
        <Picture
          of={{ imageUrl, imageAlt: '' }}
          sizes="80px"
          loading="lazy"
          className={`h-[3.125rem] w-20 shrink-0 rounded-sm border border-line bg-ground-quiet ${isHidden ? 'opacity-50 grayscale' : ''}`}
        />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h3 className="font-medium text-ink">{name}</h3>
          <p className="mt-0.5 text-sm text-ink-quiet">{description}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 max-lg:w-full max-lg:pl-[3.25rem] sm:max-lg:pl-14">
        <div className="flex items-center gap-4">
          <span className="whitespace-nowrap text-sm tabular-nums text-ink-quiet lg:w-24 lg:text-right">
            {formatCount(packageCount, 'package')}
          </span>
          <span className="flex lg:w-20">
            <Badge tone={isHidden ? 'neutral' : 'positive'} dot>
              {isHidden ? 'Hidden' : 'Shown'}
            </Badge>
          </span>
        </div>
        <div className="flex gap-2 max-sm:w-full">
          <Button variant="secondary" onClick={actions.onEdit} className="!px-3">
            Edit<span className="sr-only"> {name}</span>
          </Button>
          <Button variant="ghost" onClick={actions.onSwitch} className="min-w-[4.25rem] !px-2">
            {isHidden ? 'Show' : 'Hide'}
            <span className="sr-only"> {name}</span>
          </Button>
          <Button variant="ghost" onClick={actions.onDelete} className="!px-2">
            Delete<span className="sr-only"> {name}</span>
          </Button>
        </div>
      </div>
    </li>
  )
}
