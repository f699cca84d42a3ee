/** The area of accountants: three lists to read and to download, made of the admin area's parts. */
import { useStore } from '@nanostores/react'
import { FileText, ReceiptText, Undo2 } from 'lucide-react'
import type { User } from '../../../../api/contract/auth.ts'
import { AccountMenu, AreaBar } from '../../../shell/account-menu.tsx'
import { AreaIsland } from '../../../shell/area-island.tsx'
import { useTitle } from '../../../shell/use-title.ts'
import { $query } from '../../../stores/address.ts'
import { $isAdminDenied } from '../../../stores/admin.ts'
import { island } from '../../../ui/primitives/island.tsx'
import { PageSpinner } from '../../../ui/primitives/page-spinner.tsx'
import { AccessDenied, TimesNote, useLogout } from '../area-frame.tsx'
import { PlaceLink } from '../list/place-link.tsx'
import { InvoiceList, OrderList, RefundList } from './accounts-lists.tsx'

const LISTS = {
  orders: { label: 'Orders', Icon: ReceiptText, List: OrderList },
  invoices: { label: 'Invoices', Icon: FileText, List: InvoiceList },
  refunds: { label: 'Refunds', Icon: Undo2, List: RefundList },
}
type ListId = keyof typeof LISTS
const LIST_IDS = Object.keys(LISTS) as ListId[]

export const AccountsIsland = island(Accounts)

function Accounts() {
  if (useStore($isAdminDenied)) return <AccessDenied right="an accountant" />
  return (
    <AreaIsland isFor={({ isAccountant, isAdmin }) => isAccountant || isAdmin} spinner={<PageSpinner />}>
      {(user) => <AccountsArea user={user} />}
    </AreaIsland>
  )
}

function AccountsArea({ user }: { user: User }) {
  const tab = new URLSearchParams(useStore($query)).get('tab')
  const id = LIST_IDS.find((one) => one === tab) ?? 'orders'
  const { label, List } = LISTS[id]
  const logout = useLogout()
  useTitle(`${label} – Accounts`)
  return (
    <>
      <AreaBar>
        <h1 className="flex-1 truncate text-base font-semibold tracking-tight text-ink">Accounts</h1>
        <AccountMenu user={user} signOut={logout} />
      </AreaBar>
      <div className="min-h-[calc(100dvh-3.5rem)] bg-ground-quiet">
        <nav aria-label="Accounts" className="flex gap-1 border-b border-line bg-ground px-2 sm:px-4">
          {LIST_IDS.map((one) => {
            const { label, Icon } = LISTS[one]
            return (
              <PlaceLink
                key={one}
                to={{ tab: one }}
                aria-current={one === id ? 'page' : undefined}
                className="flex min-h-target items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium text-ink-quiet hover:text-ink aria-[current]:border-accent aria-[current]:text-accent-strong"
              >
                <Icon aria-hidden="true" className="size-4" />
                {label}
              </PlaceLink>
            )
          })}
        </nav>
        <div className="relative mx-auto w-full min-w-0 max-w-[96rem] px-4 pb-16 pt-6 sm:px-6">
          <TimesNote />
          <List />
        </div>
      </div>
    </>
  )
}
