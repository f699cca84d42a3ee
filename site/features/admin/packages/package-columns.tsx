import { Eye, MessageCircleQuestion, PencilLine } from 'lucide-react'
import type { AdminPackage } from '../../../../api/contract/admin.ts'
import { formatUsd } from '../../../format/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { Picture } from '../../../ui/picture.tsx'

export interface PackageActions {
  onEdit: (item: AdminPackage) => void
  onQuestions: (item: AdminPackage) => void
  onPreview: (item: AdminPackage) => void
  onSwitch: (item: AdminPackage) => void
}

const column = columnsOf<AdminPackage>()

export function makePackageColumns({ onEdit, onQuestions, onPreview, onSwitch }: PackageActions) {
  return column.columns([
    column.accessor('name', {
      header: 'Package',
      meta: { card: 'title', className: 'lg:w-[36%]' },
      cell: ({ row: { original: item } }) => (
        <div className="flex items-center gap-3">
          <Picture
            of={{ ...item, imageAlt: '' }}
            sizes="64px"
            loading="lazy"
            className={`h-10 w-16 shrink-0 rounded-sm [td_&]:h-7 [td_&]:w-11 border border-line bg-ground-quiet ${item.isActive ? '' : 'opacity-50 grayscale'}`}
          />
          <div className="min-w-0">
            <p className="font-medium text-ink">{item.name}</p>
            <p className="mt-0.5 line-clamp-1 text-ink-quiet [td_&]:hidden">{item.description}</p>
          </div>
        </div>
      ),
    }),
    column.accessor('category', {
      header: 'Category',
      // No breaks inside words: the column is as wide as the longest one.
      cell: ({ row: { original: item } }) => <span className="[overflow-wrap:normal]">{item.category}</span>,
    }),
    column.accessor('price', {
      header: 'Price',
      sortDescFirst: false,
      meta: { align: 'end' },
      cell: ({ row: { original: item } }) => (
        <span className="whitespace-nowrap">{formatUsd(item.price)}</span>
      ),
    }),
    column.accessor('deliveryDays', {
      header: 'Delivery',
      enableSorting: false,
      meta: { align: 'end', className: 'whitespace-nowrap' },
      cell: ({ row: { original: item } }) =>
        `${item.deliveryDays} ${item.deliveryDays === 1 ? 'day' : 'days'}`,
    }),
    column.accessor('isActive', {
      header: 'Status',
      enableSorting: false,
      meta: { card: 'corner' },
      cell: ({ row: { original: item } }) => (
        <Badge tone={item.isActive ? 'positive' : 'neutral'} dot>
          {item.isActive ? 'Active' : 'Inactive'}
        </Badge>
      ),
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { align: 'end', card: 'actions', className: 'whitespace-nowrap' },
      cell: ({ row: { original: item } }) => (
        <div className="flex flex-wrap justify-end gap-2 max-lg:grid max-lg:w-full max-lg:grid-cols-2 lg:flex-nowrap">
          <Button variant="secondary" onClick={() => onEdit(item)} className="!px-3">
            <PencilLine aria-hidden="true" className="size-4 max-sm:hidden" />
            Edit<span className="sr-only"> {item.name}</span>
          </Button>
          <Button variant="secondary" onClick={() => onQuestions(item)} className="!px-3">
            <MessageCircleQuestion aria-hidden="true" className="size-4 max-sm:hidden" />
            Questions
            <span className="tabular-nums text-ink-quiet">{item.questions.length}</span>
            <span className="sr-only"> of {item.name}</span>
          </Button>
          <Button variant="secondary" onClick={() => onPreview(item)} className="!px-3">
            <Eye aria-hidden="true" className="size-4 max-sm:hidden" />
            Preview<span className="sr-only"> of {item.name}</span>
          </Button>
          <Button variant="ghost" onClick={() => onSwitch(item)} className="min-w-[6.75rem] !px-2">
            {item.isActive ? 'Deactivate' : 'Activate'}
            <span className="sr-only"> {item.name}</span>
          </Button>
        </div>
      ),
    }),
  ])
}
