/** Lists all accounts, for admins. */
import { UserListQuery } from '#api/contract/operations/users.ts'
import { User as WireUser } from '#api/contract/people/auth.ts'
import { FOLLOW_PARAMETERS } from '#api/contract/platform/lists.ts'
import { HAS_USER, toWireUser } from '#api/people/auth/account.ts'
import { type CsvColumn, PAGE_KEYS } from '#api/platform/lists/csv.ts'
import { defineFile } from '#api/platform/lists/define-file.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { alphabeticalOrder } from '#api/platform/lists/list.ts'
import { getBuyerField, listCsvFields } from '#api/rules/buyer-fields.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { nameRights } from '#api/rules/rights.ts'
import { User } from '#db/models/people/user.ts'

export const userList = defineList({
  query: UserListQuery.extend(FOLLOW_PARAMETERS),
  row: WireUser,
  select: (db) => User.query(db),
  sorts: {
    createdAt: ['users.created_at', 'users.id'],
    firstName: [alphabeticalOrder('users.first_name'), alphabeticalOrder('users.last_name'), 'users.id'],
    lastName: [alphabeticalOrder('users.last_name'), alphabeticalOrder('users.first_name'), 'users.id'],
    email: ['lower(users.email)'],
    company: [alphabeticalOrder('users.company'), 'users.id'],
  },
  filter: (query, { role }) => {
    if (role === 'admin') query.where({ isAdmin: true })
    if (role === 'staff') query.where({ isStaff: true })
    if (role === 'customer') query.where({ isAdmin: false, isStaff: false })
  },
  search: HAS_USER,
  toRow: toWireUser,
})

const SECTIONS = ['person', 'company', 'address'] as const

export const userFile = defineFile({
  query: UserListQuery.omit(PAGE_KEYS),
  subject: 'user',
  stream: userList.stream,
  columns: [
    ...SECTIONS.flatMap((section) => listCsvFields('users', section)).map(
      (field): CsvColumn<WireUser> => [getBuyerField(field).label, (user) => omitPlaceholders(user)[field]],
    ),
    ['Role', nameRights],
    ['Joined', (user) => user.createdAt],
  ],
})
