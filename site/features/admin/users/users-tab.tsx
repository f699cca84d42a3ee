import { UserCog, Users } from 'lucide-react'
import type { User } from '../../../../api/contract/auth.ts'
import { omitPlaceholders } from '../../../../api/rules/placeholders.ts'
import { hasRights, listRights, RIGHT_LABELS } from '../../../../api/rules/rights.ts'
import { changeQuery } from '../../../stores/address.ts'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { actionsColumn, type Columns } from '../../../ui/table/data-table-columns.tsx'
import { AdminTable, type RowTools } from '../list/admin-table.tsx'
import { DateCell, Email, TwoLines } from '../list/cells.tsx'
import { PlaceLink } from '../list/place-link.tsx'
import { RowButton } from '../list/row-button.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { RightsDialog } from './rights-dialog.tsx'

const ROLES = {
  all: 'All roles',
  customer: 'Customers',
  staff: 'Staff',
  accountant: 'Accountants',
  admin: 'Admins',
}
const LIST = {
  path: '/api/admin/users',
  defaultSort: '-createdAt',
  filters: [{ name: 'role', label: 'Role', options: ROLES }],
  exportPath: '/api/admin/users.csv',
}

const makeColumns = ({ open, close, finish, replaceRow }: RowTools<User>): Columns<User> => [
  {
    header: 'Name',
    sort: 'firstName',
    card: 'title',
    className: 'w-1/4',
    cell: (user) => (
      <TwoLines below={omitPlaceholders(user).company}>
        <PlaceLink
          to={{ user: String(user.id) }}
          onGo={() => changeQuery({ tab: 'users', user: String(user.id) })}
          className="link -my-1 inline-block py-1"
        >
          {user.firstName} {user.lastName}
        </PlaceLink>
      </TwoLines>
    ),
  },
  { header: 'Email', sort: 'email', className: 'w-2/5', cell: ({ email }) => <Email address={email} /> },
  { header: 'Role', card: 'corner', className: 'w-40', cell: (user) => <Roles user={user} /> },
  {
    header: 'Joined',
    sort: '-createdAt',
    align: 'end',
    className: 'w-36',
    cell: ({ createdAt }) => <DateCell iso={createdAt} />,
  },
  actionsColumn(
    (user) =>
      !user.isErased && (
        <RowButton
          icon={UserCog}
          label="Rights"
          of={`${user.firstName} ${user.lastName}`}
          aria-label={`Change rights of ${user.firstName} ${user.lastName}`}
          className="!px-3"
          onClick={() =>
            open(
              <RightsDialog
                user={user}
                onClose={close}
                onSaved={(saved) => {
                  close()
                  void replaceRow(saved)
                }}
                onErase={() => open(<EraseDialog user={user} onClose={close} onErased={finish} />)}
              />,
            )
          }
        />
      ),
    'w-28',
  ),
]

export function UsersTab() {
  return (
    <AdminTable
      title="Users"
      noun={['user', 'users']}
      options={LIST}
      makeColumns={makeColumns}
      isTopAligned={false}
      tableFrom="md"
      searchHint="Search name, email or company"
      empty={
        <EmptyState icon={Users} title="No users yet">
          Everybody who buys a package gets an account and appears here.
        </EmptyState>
      }
    />
  )
}

const RIGHT_TONES = { isAdmin: 'accent', isStaff: 'positive', isAccountant: 'caution' } as const

export function Roles({ user }: { user: User }) {
  const { isDisabled, isErased } = user
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {listRights(user).map((right) => (
        <Badge key={right} tone={RIGHT_TONES[right]}>
          {RIGHT_LABELS[right]}
        </Badge>
      ))}
      {!hasRights(user) && <Badge>Customer</Badge>}
      {isDisabled && <Badge tone="negative">{isErased ? 'Erased' : 'Disabled'}</Badge>}
    </span>
  )
}
