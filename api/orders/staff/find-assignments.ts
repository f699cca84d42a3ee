/** Searches assignments by words. */

import type { QueryBuilder } from 'objection'
import { HAS_ORDER } from '#api/orders/order/queries.ts'
import { HAS_USER } from '#api/people/auth/account.ts'
import { splitWords } from '#api/platform/lists/search.ts'
import { LARGEST_TOTAL } from '#api/rules/list-total.ts'
import { Order } from '#db/models/orders/order.ts'
import type { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'

const ASSIGNEES = `EXISTS (SELECT FROM staff_assignments WHERE staff_assignments.staff_id = users.id)`
/** For words that match many orders: reads assignments in the list's order, checking each one's order, until a page is full. */
const ORDER_IS_FOUND = `(SELECT ${HAS_ORDER} FROM orders WHERE orders.id = staff_assignments.order_id)`

/**
 * Narrows assignments down to those whose order or staff member matches each word of `q`. The matches of a word are looked up
 * once, for both the rows and their count.
 */
export async function whereAssignmentsFound(
  query: QueryBuilder<StaffAssignment, StaffAssignment[]>,
  q: string,
): Promise<void> {
  const db = query.knex()
  for (const word of splitWords(q)) {
    const staff = await User.query(db).whereRaw(`${HAS_USER} AND ${ASSIGNEES}`, { word }).select('users.id')
    const orders = await Order.query(db)
      .whereRaw(HAS_ORDER, { word })
      .select('orders.id')
      .limit(LARGEST_TOTAL + 1)
    const isOfFew = orders.length <= LARGEST_TOTAL
    query.whereRaw(
      `(staff_assignments.staff_id = ANY(:staffIds)
        OR ${isOfFew ? 'staff_assignments.order_id = ANY(:orderIds)' : ORDER_IS_FOUND})`,
      { word, staffIds: staff.map(({ id }) => id), orderIds: isOfFew ? orders.map(({ id }) => id) : [] },
    )
  }
}
