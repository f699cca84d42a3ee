import { UserCog, Users } from 'lucide-react'
import type { User } from '#api/contract/people/auth.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { hasRights, listRights, RIGHT_LABELS } from '#api/rules/rights.ts'
import { makeList } from '#site/areas/admin/list/admin-table.tsx'
import { actionsColumn, dateColumn, Email, RowButton, TwoLines } from '#site/areas/admin/list/cells.tsx'
import { PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { changeQuery } from '#site/kit/stores/address.ts'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { RightsDialog } from './rights-dialog.tsx'

const ROLES = {
  all: 'All roles',
  customer: 'Customers',
  staff: 'Staff',
  admin: 'Admins',
}
export const Panel = makeList<User>({
  title: 'Users',
  noun: ['user', 'users'],
  path: '/api/admin/users',
  defaultSort: '-createdAt',
  filters: [{ name: 'role', label: 'Role', options: ROLES }],
  exportPath: '/api/admin/users.csv',
  isTopAligned: false,
  tableFrom: 'md',
  searchHint: 'Name or email',
  empty: {
    icon: Users,
    title: 'No users yet',
    children: 'Everybody who buys a package gets an account and appears here.',
  },
  columns: (tools) => [
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
    { header: 'Role', card: 'corner', className: 'w-40', cell: (user) => <RoleBadges user={user} /> },
    dateColumn('Joined', (row) => row.createdAt, { sort: '-createdAt', align: 'end', className: 'w-36' }),
    actionsColumn(
      (user) =>
        !user.isErased && (
          <RowButton
            icon={UserCog}
            label="Account"
            of={`of ${user.firstName} ${user.lastName}`}
            // On a phone it stands on the user's page alone, since it would break the addresses.
            className="!px-3 max-sm:hidden"
            onClick={() =>
              tools.open(
                <RightsDialog
                  user={user}
                  tools={tools}
                  onSaved={(saved) => {
                    tools.close()
                    void tools.replaceRow(saved)
                  }}
                />,
              )
            }
          />
        ),
      'w-28',
    ),
  ],
})

const RIGHT_TONES = { isAdmin: 'accent', isStaff: 'positive' } as const

export function RoleBadges({ user }: { user: User }) {
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
