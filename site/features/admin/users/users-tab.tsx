/** Placeholder: this tab's content comes next. */
export function UsersTab() {
  return <p>Users</p>
}
