/** Rows for tests: whole and valid, each field open to change. */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { Coupon } from '../models/coupon.ts'
import { Package } from '../models/package.ts'
import { User } from '../models/user.ts'

const unique = () => randomBytes(4).toString('hex')

export async function insertPackage(db: Knex, fields: Partial<Package> = {}): Promise<Package> {
  return Package.query(db)
    .insert({
      slug: `package-${unique()}`,
      name: 'Business Website',
      description: 'Five pages, designed and built.',
      longDescription: 'Five pages, designed, written and built.',
      priceCents: 129_900,
      category: 'Web Development',
      imageUrl: '/illustrations/web-development.svg',
      deliveryDays: 10,
      features: ['Five pages', 'Contact form', 'Analytics'],
      whatYouGet: ['Source code'],
      whatYouDontGet: ['Hosting'],
      ...fields,
    })
    .returning('*')
}

/** @param fields `passwordHash` is a placeholder that no password has, unless given */
export async function insertUser(db: Knex, fields: Partial<User> = {}): Promise<User> {
  return User.query(db)
    .insert({
      firstName: 'Clara',
      lastName: 'Whitfield',
      email: `clara-${unique()}@example.com`,
      passwordHash: 'unusable',
      phone: '+44 20 7946 0158',
      company: 'Whitfield Interiors',
      jobTitle: 'Partner',
      address: '18 Calvert Avenue',
      city: 'London',
      state: 'Greater London',
      country: 'GB',
      zipCode: 'E2 7JP',
      ...fields,
    })
    .returning('*')
}

export async function insertCoupon(db: Knex, fields: Partial<Coupon> = {}): Promise<Coupon> {
  return Coupon.query(db)
    .insert({
      code: `CODE${unique().toUpperCase()}`,
      discountType: 'percentage',
      discountHundredths: 2000,
      ...fields,
    })
    .returning('*')
}
