import type { SearchResults } from '#api/contract/operations/search.ts'
import { holdsWords } from '#api/rules/fold-text.ts'
import { nameOrder } from '#site/areas/admin/list/row-labels.ts'
import { PLACES, TAB_IDS, VIEW_IDS, writePlace } from '#site/areas/admin/places.ts'

export interface SearchOption {
  id: string
  title: string
  detail: string
  /** The query of the place that the option leads to. */
  place: URLSearchParams
  /** Set for a paid order. */
  status?: SearchResults['orders'][number]['status']
  mark?: string | undefined
}

interface OptionGroup {
  label: string
  options: SearchOption[]
}

/** What the search offers for a text: what the API has found, and the places whose name contains the text. */
export function listOptions(text: string, { orders, people, packages }: SearchResults): OptionGroup[] {
  const places = [...TAB_IDS, ...VIEW_IDS].filter((id) => holdsWords(PLACES[id].label, text))
  const groups = [
    {
      label: 'Orders',
      options: orders.map((order) => ({
        id: `order-${order.id}`,
        title: `${nameOrder(order)} · ${order.customer.firstName} ${order.customer.lastName}`,
        detail: `${order.packageName} · ${order.customer.email}`,
        place: new URLSearchParams({ order: String(order.id) }),
        ...(order.paymentStatus === 'unpaid' ? { mark: 'Unpaid attempt' } : { status: order.status }),
      })),
    },
    {
      label: 'People',
      options: people.map(({ id, firstName, lastName, email, isAdmin, isStaff }) => ({
        id: `person-${id}`,
        title: `${firstName} ${lastName}`,
        detail: email,
        place: new URLSearchParams({ user: String(id) }),
        mark: isAdmin ? 'Admin' : isStaff ? 'Staff' : undefined,
      })),
    },
    {
      label: 'Packages',
      options: packages.map(({ id, name, category, isActive }) => ({
        id: `package-${id}`,
        title: name,
        detail: category,
        place: new URLSearchParams({ tab: 'packages', q: name, edit: String(id) }),
        mark: isActive ? undefined : 'Inactive',
      })),
    },
    {
      label: 'Go to',
      options: places.map((id) => ({
        id: `place-${id}`,
        title: PLACES[id].label,
        detail: '',
        place: writePlace(id),
      })),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}
