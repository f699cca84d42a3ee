/** What the seeds of `db/seeds` need of the API, which they must not import. */
import type { SeedRules } from '../db/seeds/demo.ts'
import { brand, leaders } from './content/content.ts'
import { quotePrice } from './contract/pricing.ts'
import { hashPassword } from './features/auth/passwords.ts'

const [founder, second] = leaders

export const seedRules: SeedRules = {
  hashPassword,
  quotePrice,
  company: { ...brand, leader: second ?? founder },
}
