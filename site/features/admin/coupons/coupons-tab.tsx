/** Placeholder: this tab's content comes next. */
export function CouponsTab() {
  return <p>Coupons</p>
}
