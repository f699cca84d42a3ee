/** The exit offer's coupon: one use, half an hour, new customers only (docs/product/shop.md, Coupons). */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { Coupon } from '../../../db/models/coupon.ts'
import { EXIT_COUPON_SECONDS } from '../../contract/periods.ts'

const PERCENT_OFF = 20
/** Crockford's alphabet, without letters that look like digits. Five bits a character: twelve make 60 random bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_CHARACTERS = 12

export async function generateExitCoupon(db: Knex): Promise<Coupon> {
  const characters = [...randomBytes(CODE_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return Coupon.query(db)
    .insert({
      code: `SAVE${PERCENT_OFF}-${characters.join('')}`,
      discountType: 'percentage',
      discountHundredths: PERCENT_OFF * 100,
      usageLimit: 1,
      newCustomersOnly: true,
      isExitOffer: true,
      expiresAt: new Date(Date.now() + EXIT_COUPON_SECONDS * 1000),
    })
    .returning('*')
}
