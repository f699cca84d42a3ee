/** The people of the large seed. */
import type { Knex } from 'knex'
import { listColumns } from '#db/connection/prepared.ts'
import { insertCounted, momentOf, pickText } from './sql.ts'

const FIRST_NAMES =
  'Aarav Amelia Ananya Arthur Beatriz Carlos Chloe Daniel Diya Elena Emma Farah Felix Grace Hana Henry Ines Isaac Julia Kabir Kenji Lara Leon Lucia Marta Mateo Mei Nadia Neha Noah Olivia Omar Priya Rafael Rosa Samir Sofia Tomas Usha Vera Yara Zoe'
const LAST_NAMES =
  "Adeyemi Almeida Anderson Bauer Bennett Bianchi Brown Castillo Chen Costa Das Diallo Dubois Evans Fischer Garcia Ghosh Gupta Hansen Hughes Ivanova Iyer Jansen Kapoor Khan Kim Kowalski Kumar Lopez Martin Mehta Moreau Müller Nakamura Nair Nguyen Novak O'Brien Okafor Patel Pereira Petrov Quinn Rao Rossi Sato Schmidt Sharma Silva Singh Smith Tanaka Taylor Verma Wagner Walker Wright Young"
const COMPANIES =
  'Alder Amber Beacon Birch Cedar Clearwater Copper Crescent Delta Eastgate Elm Falcon Fern Granite Hawthorn Indigo Juniper Kestrel Lakeside Lotus Maple Meridian Northwind Orchid Pioneer Quartz Ridge'
const TRADES =
  'Bakery Clinic Consulting Design Distribution Engineering Foods Furniture Hotels Logistics Media Motors Pharmacy Publishing Textiles Tools Travel'
const JOBS = ['Owner', 'Managing Director', 'IT Manager', 'Head of Marketing', 'Operations Manager']

const pickWord = (words: string, number: string) => pickText(words.split(' '), number)
const company = pickWord(COMPANIES, 'n % 540')
const trade = pickWord(TRADES, 'n % 540 / 27')

/** SQL for each field of person n. An account and the purchase form that it came from have the same values. */
export const describePerson = (kind: 'person' | 'guest') => ({
  firstName: pickWord(FIRST_NAMES, 'n * 31'),
  lastName: pickWord(LAST_NAMES, 'n + n / 47'),
  company: `${company} || ' ' || ${trade}`,
  email: `'${kind}' || n || '@' || lower(${company} || ${trade}) || '.example'`,
  phone: `'+1 602 555 ' || lpad(n::text, 5, '0')`,
  jobTitle: pickText(JOBS, 'n'),
  address: `1 + n % 900 || ' Station Road'`,
  city: pickText(['Phoenix', 'Kochi', 'London'], 'n'),
  state: pickText(['Arizona', 'Kerala', 'Greater London'], 'n'),
  country: pickText(['US', 'IN', 'GB'], 'n'),
  zipCode: pickText(['85016', '682001', 'E2 7JP'], 'n'),
})

/** Every 250th user is staff, and every 4,000th an admin. @returns the id offset, see {@link insertCounted} */
export function insertLargeUsers(trx: Knex.Transaction, users: number): Promise<number> {
  const person = describePerson('person')
  return insertCounted(
    trx,
    `users (${listColumns(Object.keys(person))}, password_hash, email_verified_at, is_staff, is_admin, created_at)`,
    `SELECT ${Object.values(person).join(', ')}, 'nobody signs in with this', now(), n % 250 = 0, n % 4000 = 2,
       ${momentOf('(n - 1) / :users::float8')}
     FROM generate_series(1, :users) AS n ORDER BY n`,
    { users },
  )
}
