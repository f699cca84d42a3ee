/** Placeholder: this tab's content comes next. */
export function OverviewTab() {
  return <p>Overview</p>
}
