import { UserCog, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { User } from '../../../../api/contract/auth.ts'
import { omitPlaceholders } from '../../../../api/contract/placeholders.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DateCell, Email, TwoLines } from '../list/cells.tsx'
import { ListFilter } from '../list/list-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { RightsDialog } from './rights-dialog.tsx'

const LIST = {
  path: '/api/admin/users',
  defaultSort: '-createdAt',
  filters: ['role'],
  exportPath: '/api/admin/users.csv',
} as const

const ROLES = [
  ['all', 'All roles'],
  ['customer', 'Customers'],
  ['staff', 'Staff'],
  ['admin', 'Admins'],
] as const

const column = columnsOf<User>()

/** @param onRights stable: the columns are made once */
const makeColumns = (onRights: (user: User) => void) =>
  column.columns([
    column.accessor((user) => user.firstName, {
      id: 'firstName',
      header: 'Name',
      cell: ({ row: { original: user } }) => (
        <TwoLines below={omitPlaceholders(user).company}>
          {user.firstName} {user.lastName}
        </TwoLines>
      ),
      meta: { card: 'title', className: 'w-1/4' },
    }),
    column.accessor('email', {
      header: 'Email',
      cell: ({ row }) => <Email address={row.original.email} />,
      meta: { className: 'w-2/5' },
    }),
    column.display({
      id: 'role',
      header: 'Role',
      cell: ({ row }) => <Roles user={row.original} />,
      meta: { card: 'corner', className: 'w-40' },
    }),
    column.accessor('createdAt', {
      header: 'Joined',
      sortDescFirst: true,
      cell: ({ row }) => <DateCell iso={row.original.createdAt} />,
      meta: { align: 'end', className: 'w-36' },
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row: { original: user } }) =>
        user.isErased ? null : (
          <Button
            variant="secondary"
            aria-label={`Change rights of ${user.firstName} ${user.lastName}`}
            className="!px-3 max-md:flex-1"
            onClick={() => onRights(user)}
          >
            <UserCog aria-hidden="true" className="size-4" />
            Rights
          </Button>
        ),
      meta: { align: 'end', card: 'actions', className: 'w-28' },
    }),
  ])

export function UsersTab() {
  const list = useAdminList<User>(LIST)
  const [shown, setShown] = useState<User | undefined>()
  const [erasing, setErasing] = useState<User | undefined>()
  const columns = useMemo(() => makeColumns(setShown), [])
  return (
    <>
      <DataTable
        title="Users"
        noun={['user', 'users']}
        list={list}
        columns={columns}
        rowId={(user) => user.id}
        searchHint="Search name, email or company"
        filters={<ListFilter list={list} name="role" label="Role" options={ROLES} />}
        empty={
          <EmptyState icon={Users} title="No users yet">
            Everybody who buys a package gets an account and appears here.
          </EmptyState>
        }
      />
      {shown && (
        <RightsDialog
          user={shown}
          onClose={() => setShown(undefined)}
          onSaved={(saved) => {
            setShown(undefined)
            void list.replaceRow(({ id }) => id === saved.id, saved)
          }}
          onErase={() => {
            setShown(undefined)
            setErasing(shown)
          }}
        />
      )}
      {erasing && (
        <EraseDialog
          user={erasing}
          onClose={() => setErasing(undefined)}
          onErased={() => {
            setErasing(undefined)
            list.refresh()
          }}
        />
      )}
    </>
  )
}

function Roles({ user: { isAdmin, isStaff, isDisabled, isErased } }: { user: User }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {isAdmin && <Badge tone="accent">Admin</Badge>}
      {isStaff && <Badge tone="positive">Staff</Badge>}
      {!isAdmin && !isStaff && <Badge>Customer</Badge>}
      {isDisabled && <Badge tone="negative">{isErased ? 'Erased' : 'Disabled'}</Badge>}
    </span>
  )
}
