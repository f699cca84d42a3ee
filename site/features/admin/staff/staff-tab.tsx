/** Placeholder: this tab's content comes next. */
export function StaffTab() {
  return <p>Staff</p>
}
