import type { Knex } from 'knex'
import { insertCounted, momentOf, pickText } from './insert.ts'

/** Five topics for each category, in the order of the categories. */
const TOPICS = [
  ...['Brochure Website', 'Booking System', 'Customer Portal', 'Membership Site', 'Multilingual Website'],
  ...['iPhone App', 'Android App', 'Field Service App', 'Loyalty App', 'App Maintenance'],
  ...['Cloud Hosting', 'Backup and Recovery', 'Server Hardening', 'Kubernetes Starter', 'Cost Review'],
  ...['Local Search', 'Content Plan', 'Newsletter Setup', 'Conversion Review', 'Analytics Setup'],
  ...['Process Review', 'Security Assessment', 'Vendor Selection', 'Data Protection Audit', 'IT Roadmap'],
]
const CATEGORIES = [
  ...['Web Development', 'Mobile Apps', 'Cloud Services', 'SEO & Marketing', 'Business Consulting'],
]
const IMAGES = CATEGORIES.map(
  (name) => `/illustrations/${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.svg`,
)
const SECTORS = [
  ...['Clinics', 'Hotels', 'Law Firms', 'Schools', 'Restaurants', 'Wholesalers', 'Architects', 'Museums'],
  ...['Car Dealers', 'Estate Agents', 'Charities', 'Manufacturers', 'Farms', 'Tour Operators', 'Dentists'],
  ...['Publishers', 'Gyms', 'Breweries', 'Logistics Firms', 'Accountants'],
]

export const MOST_PACKAGES = TOPICS.length * SECTORS.length
export const LARGE_CATALOGUE_SLUG = 'brochure-website-for-clinics'
const QUESTIONS = [
  'Who is the person we talk to, and when can they be reached?',
  'What must be different in three months for this to be worth its price?',
  'Which systems do you use today, and which of them must stay?',
]

/** Every tenth package is inactive; all have questions and reviews. @returns the id offset, see {@link insertCounted} */
export async function insertLargeCatalogue(
  trx: Knex.Transaction,
  { packages }: { packages: number },
): Promise<number> {
  if (packages > MOST_PACKAGES) throw new Error(`There are names for ${MOST_PACKAGES} packages`)
  const packagesFrom = await insertCounted(trx, {
    table: 'packages',
    columns: `slug, name, description, long_description, price_cents, category, image_url, delivery_days, features,
      what_you_get, what_you_dont_get, is_active, created_at`,
    select: `
      SELECT replace(lower(name), ' ', '-'), name, topic || ', planned and carried out for ' || lower(sector) || '.',
        'We begin with a conversation, agree on what is to be reached, and report every week until it is.',
        9900 + topic_number * 14000 + sector_number * 2500,
        ${pickText(CATEGORIES, 'topic_number / 5')}, ${pickText(IMAGES, 'topic_number / 5')}, 2 + n % 43,
        ARRAY['A fixed price', 'One person to talk to', 'A report every week', 'Thirty days of warranty'],
        ARRAY['The finished work', 'Its documentation'], ARRAY['Running it afterwards'], n % 10 > 0,
        ${momentOf('0')}
      FROM (SELECT *, topic || ' for ' || sector AS name
        FROM (SELECT n, (n - 1) % ${TOPICS.length} AS topic_number, (n - 1) / ${TOPICS.length} AS sector_number,
            ${pickText(TOPICS, 'n - 1')} AS topic, ${pickText(SECTORS, `(n - 1) / ${TOPICS.length}`)} AS sector
          FROM generate_series(1, :packages) AS n) AS parts) AS named
      ORDER BY n`,
    bindings: { packages },
  })
  await trx.raw(
    `INSERT INTO package_questions (package_id, question, question_type, required, position)
     SELECT :packagesFrom + n, ${pickText(QUESTIONS, 'position')}, CASE position WHEN 0 THEN 'text' ELSE 'textarea' END,
       position < 2, position
     FROM generate_series(1, :packages) AS n, generate_series(0, ${QUESTIONS.length - 1}) AS position`,
    { packages, packagesFrom },
  )
  await trx.raw(
    `INSERT INTO reviews (package_id, customer_name, rating, comment, created_at)
     SELECT :packagesFrom + n, 'Customer ' || n * 8 + review, 5 - (n * review) % 3,
       'Done when it was promised, and explained so that we could follow.', now() - make_interval(days => n + review * 90)
     FROM generate_series(1, :packages) AS n, generate_series(1, 8) AS review`,
    { packages, packagesFrom },
  )
  return packagesFrom
}
