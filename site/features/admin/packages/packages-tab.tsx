/** Placeholder: this tab's content comes next. */
export function PackagesTab() {
  return <p>Packages</p>
}
