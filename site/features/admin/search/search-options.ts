import type { SearchResults } from '../../../../api/contract/search.ts'
import { nameOrder } from '../orders/order-labels.ts'
import { addressOf, PLACES, TAB_IDS, VIEW_IDS } from '../places.ts'

export interface SearchOption {
  id: string
  title: string
  detail: string
  /** The query of the place that it leads to. */
  address: URLSearchParams
  /** Of an order that is paid. */
  status?: SearchResults['orders'][number]['status']
  mark?: string | undefined
}

interface OptionGroup {
  label: string
  options: SearchOption[]
}

/** What the search offers for a text: what was found, and the places of the area of that name. */
export function listOptions(text: string, { orders, people, packages }: SearchResults): OptionGroup[] {
  const places = [...TAB_IDS, ...VIEW_IDS].filter((id) =>
    PLACES[id].label.toLowerCase().includes(text.toLowerCase()),
  )
  const groups = [
    {
      label: 'Orders',
      options: orders.map((order) => ({
        id: `order-${order.id}`,
        title: `${nameOrder(order)} · ${order.customer.firstName} ${order.customer.lastName}`,
        detail: `${order.packageName} · ${order.customer.email}`,
        address: new URLSearchParams({ order: String(order.id) }),
        ...(order.paymentStatus === 'unpaid' ? { mark: 'Unpaid attempt' } : { status: order.status }),
      })),
    },
    {
      label: 'People',
      options: people.map(({ id, firstName, lastName, email, isAdmin, isStaff }) => ({
        id: `person-${id}`,
        title: `${firstName} ${lastName}`,
        detail: email,
        address: new URLSearchParams({ tab: 'users', q: email }),
        mark: isAdmin ? 'Admin' : isStaff ? 'Staff' : undefined,
      })),
    },
    {
      label: 'Packages',
      options: packages.map(({ id, name, category, isActive }) => ({
        id: `package-${id}`,
        title: name,
        detail: category,
        address: new URLSearchParams({ tab: 'packages', q: name, edit: String(id) }),
        mark: isActive ? undefined : 'Inactive',
      })),
    },
    {
      label: 'Go to',
      options: places.map((id) => ({
        id: `place-${id}`,
        title: PLACES[id].label,
        detail: '',
        address: addressOf(id),
      })),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}
