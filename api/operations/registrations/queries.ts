/** Lists purchase forms as they were sent, for admins. */
import { RegistrationListQuery, Registration as WireRegistration } from '#api/contract/sales/checkout.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { type CsvColumn, PAGE_KEYS } from '#api/platform/lists/csv.ts'
import { defineFile } from '#api/platform/lists/define-file.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { alphabeticalOrder, whereGiven } from '#api/platform/lists/list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { getBuyerField, listCsvFields } from '#api/rules/buyer-fields.ts'
import { Registration } from '#db/models/orders/registration.ts'

export const registrationList = defineList({
  query: RegistrationListQuery,
  row: WireRegistration,
  select: (db) => Registration.query(db).withGraphFetched('package'),
  sorts: {
    createdAt: ['registrations.created_at', 'registrations.id'],
    firstName: [
      alphabeticalOrder('registrations.first_name'),
      alphabeticalOrder('registrations.last_name'),
      'registrations.id',
    ],
    lastName: [
      alphabeticalOrder('registrations.last_name'),
      alphabeticalOrder('registrations.first_name'),
      'registrations.id',
    ],
    email: ['lower(registrations.email)', 'registrations.id'],
    company: [alphabeticalOrder('registrations.company'), 'registrations.id'],
  },
  filter: (query, { packageId }) => whereGiven(query, { packageId }),
  search: containsWord(`' ' || registrations.first_name || ' ' || registrations.last_name || ' ' ||
  registrations.email || ' ' || registrations.company || ' ' || registrations.phone`),
  toRow: (form) =>
    toWire(WireRegistration, {
      ...form,
      package: { id: form.packageId, name: form.package?.name ?? '' },
    }),
})

const listColumns = (section: 'person' | 'company' | 'address') =>
  listCsvFields('forms', section).map(
    (field): CsvColumn<WireRegistration> => [getBuyerField(field).label, (form) => form[field]],
  )

export const registrationFile = defineFile({
  query: RegistrationListQuery.omit(PAGE_KEYS),
  subject: 'registration',
  stream: registrationList.stream,
  columns: [
    ...listColumns('person'),
    ...listColumns('company'),
    ['Package', (form) => form.package.name],
    ...listColumns('address'),
    ['Registered', (form) => form.createdAt],
  ],
})
