/** Placeholder: this tab's content comes next. */
export function OrdersTab() {
  return <p>Orders</p>
}
