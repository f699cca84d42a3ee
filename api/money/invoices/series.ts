/** Numbers of documents: consecutive within a financial year, for each kind (docs/product/shop.md, Invoices and credit notes). */
import type { Invoice } from '#db/models/money/invoice.ts'

/**
 * @param day in the company's time zone
 * @param startMonth of the financial year, from 1
 * @example nameSeries('2027-03-31', 4) // 26-27
 * @example nameSeries('2027-03-31', 1) // 2027
 */
export function nameSeries(day: string, startMonth: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  if (startMonth === 1) return String(year)
  const first = month >= startMonth ? year : year - 1
  return [first, first + 1].map((one) => String(one).slice(-2)).join('-')
}

/** At most 16 characters, as India requires (CGST Rules 2017, rule 46(b)). @example formatSerial('invoice', '26-27', 7) // 26-27-000007 */
export function formatSerial(kind: Invoice['kind'], series: string, number: number): string {
  const serial = `${series}-${String(number).padStart(6, '0')}`
  return kind === 'credit_note' ? `CN-${serial}` : serial
}
