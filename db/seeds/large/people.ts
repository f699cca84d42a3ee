import type { Knex } from 'knex'
import { listColumns } from '#db/connection/prepared.ts'
import { insertCounted, momentOf, pickText } from './insert.ts'

const FIRST_NAMES = [
  ...['Aarav', 'Amelia', 'Ananya', 'Arthur', 'Beatriz', 'Carlos', 'Chloe', 'Daniel', 'Diya', 'Elena', 'Emma'],
  ...[
    'Farah',
    'Felix',
    'Grace',
    'Hana',
    'Henry',
    'Ines',
    'Isaac',
    'Ishaan',
    'Julia',
    'Kabir',
    'Kenji',
    'Lara',
  ],
  ...[
    'Leon',
    'Lucia',
    'Marta',
    'Mateo',
    'Mei',
    'Mohammed',
    'Nadia',
    'Neha',
    'Nina',
    'Noah',
    'Olivia',
    'Omar',
  ],
  ...['Priya', 'Rafael', 'Ravi', 'Rosa', 'Samir', 'Sofia', 'Tomas', 'Usha', 'Vera', 'Viktor', 'Yara', 'Zoe'],
]
const LAST_NAMES = [
  ...[
    'Adeyemi',
    'Almeida',
    'Anderson',
    'Bauer',
    'Bennett',
    'Bianchi',
    'Brown',
    'Castillo',
    'Chatterjee',
    'Chen',
  ],
  ...['Costa', 'Das', 'Diallo', 'Dubois', 'Evans', 'Fischer', 'Garcia', 'Ghosh', 'Gupta', 'Hansen', 'Hughes'],
  ...[
    'Ivanova',
    'Iyer',
    'Jansen',
    'Johansson',
    'Kapoor',
    'Khan',
    'Kim',
    'Kowalski',
    'Kumar',
    'Lindqvist',
    'Lopez',
  ],
  ...[
    'Martin',
    'Mehta',
    'Moreau',
    'Müller',
    'Nakamura',
    'Nair',
    'Nguyen',
    'Novak',
    "O'Brien",
    'Okafor',
    'Patel',
  ],
  ...['Pereira', 'Petrov', 'Quinn', 'Rao', 'Reddy', 'Rossi', 'Saleh', 'Santos', 'Sato', 'Schmidt', 'Sharma'],
  ...[
    'Silva',
    'Singh',
    'Smith',
    'Tanaka',
    'Taylor',
    'Thornton',
    'Verma',
    'Wagner',
    'Walker',
    'Wright',
    'Young',
  ],
]
const COMPANY_NAMES = [
  ...[
    'Alder',
    'Amber',
    'Beacon',
    'Birch',
    'Blue Harbor',
    'Cedar',
    'Clearwater',
    'Copper',
    'Crescent',
    'Delta',
  ],
  ...[
    'Eastgate',
    'Elm',
    'Falcon',
    'Fern',
    'Granite',
    'Greenfield',
    'Hawthorn',
    'Indigo',
    'Juniper',
    'Kestrel',
  ],
  ...[
    'Lakeside',
    'Lotus',
    'Maple',
    'Meridian',
    'Northwind',
    'Oakridge',
    'Orchid',
    'Pioneer',
    'Quartz',
    'Ridge',
  ],
]
const TRADES = [
  ...[
    'Bakery',
    'Clinic',
    'Consulting',
    'Design',
    'Distribution',
    'Engineering',
    'Foods',
    'Furniture',
    'Hotels',
  ],
  ...['Logistics', 'Media', 'Motors', 'Pharmacy', 'Properties', 'Publishing', 'Textiles', 'Tools', 'Travel'],
]
const JOBS = [
  'Owner',
  'Managing Director',
  'IT Manager',
  'Head of Marketing',
  'Operations Manager',
  'Founder',
]
const PLACES = [
  ['Phoenix', 'Arizona', 'US', '85016'],
  ['Kochi', 'Kerala', 'IN', '682001'],
  ['London', 'Greater London', 'GB', 'E2 7JP'],
  ['Toronto', 'Ontario', 'CA', 'M5V 2T6'],
  ['Pune', 'Maharashtra', 'IN', '411001'],
  ['Berlin', 'Berlin', 'DE', '10115'],
  ['Singapore', 'Singapore', 'SG', '068895'],
] as const

/** SQL for each field of person n. An account and the purchase form that it came from have the same values. */
export const describePerson = (kind: 'person' | 'guest') => ({
  firstName: pickText(FIRST_NAMES, 'n * 31'),
  lastName: pickText(LAST_NAMES, 'n + n / 47'),
  company: `${pickText(COMPANY_NAMES, 'n % 540')} || ' ' || ${pickText(TRADES, 'n % 540 / 30')}`,
  email: `'${kind}' || n || '@' || lower(replace(${pickText(COMPANY_NAMES, 'n % 540')} || ${pickText(TRADES, 'n % 540 / 30')}, ' ', '')) || '.example'`,
  phone: `'+1 602 555 ' || lpad(n::text, 5, '0')`,
  jobTitle: pickText(JOBS, 'n'),
  address: `1 + n % 900 || ' Station Road'`,
  city: pickPlace(0),
  state: pickPlace(1),
  country: pickPlace(2),
  zipCode: pickPlace(3),
})

function pickPlace(part: 0 | 1 | 2 | 3): string {
  return pickText(
    PLACES.map((place) => place[part]),
    'n',
  )
}

/** Every 250th user is staff, and every 4,000th an admin. @returns the id offset, see insertCounted */
export async function insertLargeUsers(trx: Knex.Transaction, users: number): Promise<number> {
  const person = describePerson('person')
  return insertCounted(trx, {
    table: 'users',
    columns: `${listColumns(Object.keys(person))}, password_hash, email_verified_at, is_staff, is_admin, created_at`,
    select: `
      SELECT ${Object.values(person).join(', ')}, 'nobody signs in with this', now(), n % 250 = 0, n % 4000 = 2,
        ${momentOf('(n - 1) / :users::float8')}
      FROM generate_series(1, :users) AS n ORDER BY n`,
    bindings: { users },
  })
}
