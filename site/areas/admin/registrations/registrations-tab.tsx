import { ClipboardPen } from 'lucide-react'
import type { Registration } from '#api/contract/sales/checkout.ts'
import { makeList, PackageFilter } from '#site/areas/admin/list/admin-table.tsx'
import { dateColumn, Email, EmptyValue, TwoLines } from '#site/areas/admin/list/cells.tsx'

export const Panel = makeList<Registration>({
  title: 'Registrations',
  noun: ['registration', 'registrations'],
  path: '/api/admin/registrations',
  defaultSort: '-createdAt',
  filters: ['packageId'],
  exportPath: '/api/admin/registrations.csv',
  controls: (list) => <PackageFilter list={list} />,
  isTopAligned: false,
  searchHint: 'Name or email',
  empty: {
    icon: ClipboardPen,
    title: 'No registrations yet',
    children: 'Purchase forms from new customers appear here, paid or not.',
  },
  columns: () => [
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
        <TwoLines isPlain below={<span className="whitespace-nowrap">{phone}</span>}>
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
          <EmptyValue />
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
    dateColumn('Date', (row) => row.createdAt, {
      sort: '-createdAt',
      align: 'end',
      card: 'corner',
      className: 'w-32',
    }),
  ],
})
