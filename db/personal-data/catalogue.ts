import { ORDERS, ofShop, type PersonalDataRow } from './row.ts'

export const CATALOGUE: readonly PersonalDataRow[] = [
  {
    table: 'coupons',
    owner: 'owner_id',
    exported: 'coupons',
    erased: {
      'replaced where it is for one person': 'code',
      'stays: of the shop': 'currency discount_type other_amounts status',
    },
    erase: [`UPDATE coupons SET code = 'ERASED-' || id, status = 'inactive' WHERE owner_id = :userId`],
    kept: ['Code of the exit offer, with its use', 'stays: others'],
  },
  {
    table: 'coupon_redemptions',
    owner: 'order_id',
    exported: 'no: orders have the code',
    erased: { emptied: 'email_key', 'stays: words of the shop': 'status' },
    erase: [`UPDATE coupon_redemptions SET email_key = '' WHERE order_id IN (${ORDERS})`],
    kept: ['Purchase that was never paid, with its form', 'Buyer of a paid order, with its form and notes'],
  },
  {
    table: 'package_questions',
    owner: 'only_order_id',
    exported: 'no: answers have the question',
    erased: { 'deleted where they are of one order': 'question question_type' },
    erase: [`DELETE FROM package_questions WHERE only_order_id IN (${ORDERS})`],
    kept: ['stays: of the shop'],
  },
  ofShop(
    'packages',
    `category changed_in currency description features image_alt image_url long_description name other_prices
     payment_plan slug what_you_dont_get what_you_get`,
  ),
  ofShop('categories', 'description image_alt image_url name'),
  ofShop('category_aliases', 'name'),
  ofShop('pictures', 'hash refusal state', 'uploaded picture that nothing shows'),
]
