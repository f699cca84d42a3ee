import { ClipboardPen } from 'lucide-react'
import type { Registration } from '../../../../api/contract/checkout.ts'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Columns } from '../../../ui/table/data-table-columns.tsx'
import { PackageFilter } from '../list/admin-table.tsx'
import { DateCell, Email, Nothing, TwoLines } from '../list/cells.tsx'
import { useAdminList } from '../list/use-admin-list.ts'

const LIST = {
  path: '/api/admin/registrations',
  defaultSort: '-createdAt',
  filters: ['packageId'],
  exportPath: '/api/admin/registrations.csv',
}

const COLUMNS: Columns<Registration> = [
  {
    header: 'Name',
    sort: 'firstName',
    card: 'title',
    className: 'font-medium',
    cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  {
    header: 'Email and phone',
    sort: 'email',
    cell: ({ email, phone }) => (
      <TwoLines isPlain below={phone}>
        <Email address={email} />
      </TwoLines>
    ),
  },
  {
    header: 'Company and job title',
    sort: 'company',
    cell: ({ company, jobTitle }) =>
      company || jobTitle ? (
        <TwoLines isPlain below={jobTitle}>
          {company}
        </TwoLines>
      ) : (
        <Nothing />
      ),
  },
  { header: 'Package', cell: (form) => form.package.name },
  {
    header: 'City / State / ZIP',
    cell: ({ city, state, zipCode }) => (
      <TwoLines isPlain below={`${state} ${zipCode}`.trim()}>
        {city}
      </TwoLines>
    ),
  },
  {
    header: 'Date',
    sort: '-createdAt',
    align: 'end',
    card: 'corner',
    className: 'w-32',
    cell: ({ createdAt }) => <DateCell iso={createdAt} />,
  },
]

export function RegistrationsTab() {
  const list = useAdminList<Registration>(LIST)
  return (
    <DataTable
      title="Registrations"
      noun={['registration', 'registrations']}
      list={list}
      columns={COLUMNS}
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
