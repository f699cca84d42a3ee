import { ClipboardPen } from 'lucide-react'
import type { Registration } from '../../../../api/contract/admin.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DateCell, Email, Nothing, TwoLines } from '../list/cells.tsx'
import { PackageFilter } from '../list/package-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'

const LIST = {
  path: '/api/admin/registrations',
  defaultSort: '-createdAt',
  filters: ['packageId'],
  exportPath: '/api/admin/registrations.csv',
} as const

const column = columnsOf<Registration>()
const COLUMNS = column.columns([
  column.accessor('firstName', {
    header: 'Name',
    cell: ({ row: { original: form } }) => `${form.firstName} ${form.lastName}`,
    meta: { card: 'title', className: 'font-medium' },
  }),
  column.accessor('email', {
    header: 'Email and phone',
    cell: ({ row: { original: form } }) => (
      <TwoLines isPlain below={form.phone}>
        <Email address={form.email} />
      </TwoLines>
    ),
  }),
  column.accessor('company', {
    header: 'Company and job title',
    cell: ({ row: { original: form } }) =>
      form.company || form.jobTitle ? (
        <TwoLines isPlain below={form.jobTitle}>
          {form.company}
        </TwoLines>
      ) : (
        <Nothing />
      ),
  }),
  column.display({
    id: 'package',
    header: 'Package',
    cell: ({ row }) => row.original.package.name,
  }),
  column.display({
    id: 'place',
    header: 'City / State / ZIP',
    cell: ({ row: { original: form } }) => (
      <TwoLines isPlain below={`${form.state} ${form.zipCode}`.trim()}>
        {form.city}
      </TwoLines>
    ),
  }),
  column.accessor('createdAt', {
    header: 'Date',
    sortDescFirst: true,
    cell: ({ row }) => <DateCell iso={row.original.createdAt} />,
    meta: { align: 'end', card: 'corner', className: 'w-32' },
  }),
])

export function RegistrationsTab() {
  const list = useAdminList<Registration>(LIST)
  return (
    <DataTable
      title="Registrations"
      noun={['registration', 'registrations']}
      list={list}
      columns={COLUMNS}
      rowId={(form) => form.id}
      tableFrom="lg"
      searchHint="Search name, email, phone or company"
      filters={<PackageFilter list={list} />}
      empty={
        <EmptyState icon={ClipboardPen} title="No registrations yet">
          Each purchase form that a new customer sends is kept here, paid or not.
        </EmptyState>
      }
    />
  )
}
