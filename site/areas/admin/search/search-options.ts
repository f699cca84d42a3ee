import type { SearchResults } from '#api/contract/operations/search.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { holdsWords } from '#api/rules/text/fold-text.ts'
import { nameOrder } from '#site/areas/admin/list/row-labels.ts'
import { PLACE_IDS, PLACES, SECTIONS, TAB_IDS, TABS, writePlace } from '#site/areas/admin/places.ts'

export interface SearchOption {
  id: string
  title: string
  detail: string
  /** The query of the place that the option opens. */
  place: URLSearchParams
  /** Set for a paid order. */
  status?: SearchResults['orders'][number]['status']
  mark?: string | undefined
}

interface OptionGroup {
  label: string
  options: SearchOption[]
}

const toOption = (id: Parameters<typeof writePlace>[0], title: string, detail = ''): SearchOption => ({
  id: `${detail ? 'section' : 'place'}-${id}`,
  title,
  detail,
  place: writePlace(id),
})

/** The tabs, the places and their sections. */
const PLACE_OPTIONS = [
  ...TAB_IDS.map((id) => toOption(id, TABS[id].label)),
  ...PLACE_IDS.flatMap((id) => {
    const { label, sections } = PLACES[id]
    return [
      toOption(id, label),
      ...(sections.length > 1 ? sections : []).map((one) => toOption(one, SECTIONS[one].label, label)),
    ]
  }),
]

/** The search's options for a text: the API's results, and the places whose name contains the text. */
export function listOptions(text: string, { orders, people, packages }: SearchResults): OptionGroup[] {
  const groups = [
    {
      label: 'Orders',
      options: orders.map((order) => ({
        id: `order-${order.id}`,
        title: `${nameOrder(order)} · ${order.customer.firstName} ${order.customer.lastName}`,
        detail: `${order.packageName} · ${order.customer.email}`,
        place: new URLSearchParams({ order: String(order.id) }),
        ...(PAYMENT_STATUS[order.paymentStatus].isUnpaid
          ? { mark: 'Unpaid attempt' }
          : { status: order.status }),
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
      options: PLACE_OPTIONS.filter(({ title }) => holdsWords(title, text)),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}
