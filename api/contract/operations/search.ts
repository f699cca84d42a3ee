import * as z from 'zod'
import { Package } from '#api/contract/catalogue/catalogue.ts'
import { Order } from '#api/contract/orders/orders.ts'
import { User } from '#api/contract/people/auth.ts'
import { SearchWords } from '#api/contract/platform/lists.ts'

/** Per kind of result. */
export const MOST_FOUND = 5

export const SearchQuery = z.object({
  q: SearchWords.describe('words that must all be found, or a whole invoice number or payment id'),
})

/** The results of the back office's search: at most `MOST_FOUND` of each kind. */
export const SearchResults = z.object({
  orders: z
    .array(
      Order.pick({
        id: true,
        invoiceNumber: true,
        paymentStatus: true,
        status: true,
        packageName: true,
        createdAt: true,
      }).extend({ customer: User.pick({ firstName: true, lastName: true, email: true }) }),
    )
    .describe('the one of that number or payment first, then the newest'),
  people: z.array(
    User.pick({ id: true, firstName: true, lastName: true, email: true, isAdmin: true, isStaff: true }),
  ),
  packages: z.array(Package.pick({ id: true, name: true, category: true, isActive: true })),
})
export type SearchResults = z.infer<typeof SearchResults>
