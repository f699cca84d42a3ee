import { brand } from 'virtual:content'
import type { OrderContact as Contact } from '../../../../api/contract/orders.ts'
import { omitPlaceholders } from '../../../../api/rules/placeholders.ts'
import { PROJECT_REPLY_HOURS } from '../../../../api/rules/promises.ts'

/** The team members who work on an order, the address to write to, and when they reply. */
export function OrderContact({ contacts, className = '' }: { contacts: Contact[]; className?: string }) {
  const [first] = contacts
  return (
    <div className={`flex min-w-0 gap-3 text-sm ${className}`}>
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-ground-quiet text-xs font-semibold text-ink-quiet ring-1 ring-inset ring-line"
      >
        {initialsOf(first ?? { firstName: brand.name, lastName: '' })}
      </span>
      <div className="min-w-0">
        {contacts.length === 0 && (
          <p className="text-ink">Your contact is named here once work is assigned.</p>
        )}
        {contacts.map((contact) => (
          <p
            key={`${contact.firstName} ${contact.lastName} ${contact.role}`}
            className="text-ink-quiet [overflow-wrap:anywhere]"
          >
            <span className="font-medium text-ink">
              {contact.firstName} {contact.lastName}
            </span>
            {nameRole(contact) && `, ${nameRole(contact)}`}
          </p>
        ))}
        <p className="mt-0.5 text-ink-quiet">
          <a
            href={`mailto:${brand.email.support}`}
            className="rounded font-medium text-accent-strong underline-offset-4 [overflow-wrap:anywhere] hover:underline focus-visible:outline focus-visible:outline-2 focus-visible:outline-accent"
          >
            {brand.email.support}
          </a>
        </p>
        <p className="text-ink-quiet">
          Questions about an order: within {PROJECT_REPLY_HOURS} business hours
        </p>
      </div>
    </div>
  )
}

/** Omits the placeholder that a guest's account has as its job title, if the guest became staff. */
const nameRole = ({ role }: Contact): string => omitPlaceholders({ jobTitle: role }).jobTitle

const initialsOf = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].map((name) => [...name][0] ?? '').join('')
