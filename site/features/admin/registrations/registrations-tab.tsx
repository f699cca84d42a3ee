/** Placeholder: this tab's content comes next. */
export function RegistrationsTab() {
  return <p>Registrations</p>
}
