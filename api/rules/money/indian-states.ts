/** The states of India, one of which an invoice names if its goods and services tax is due. */

export interface IndianState {
  /** The first two digits of a GSTIN. */
  code: string
  name: string
  /** Other names in use, in small letters. */
  aliases: readonly string[]
  /** A union territory without a legislature. Its half of the tax is called UTGST (UTGST Act 2017, sections 1 and 2). */
  isUnionTerritory?: true
}

/** Codes: https://services.gst.gov.in/services/searchtp, as in Form GST REG-01. */
export const INDIAN_STATES: readonly IndianState[] = [
  { code: '01', name: 'Jammu and Kashmir', aliases: ['jk'] },
  { code: '02', name: 'Himachal Pradesh', aliases: ['hp'] },
  { code: '03', name: 'Punjab', aliases: ['pb'] },
  { code: '04', name: 'Chandigarh', aliases: ['ch'], isUnionTerritory: true },
  { code: '05', name: 'Uttarakhand', aliases: ['uk', 'ut', 'uttaranchal'] },
  { code: '06', name: 'Haryana', aliases: ['hr'] },
  { code: '07', name: 'Delhi', aliases: ['dl', 'newdelhi', 'nctofdelhi'] },
  { code: '08', name: 'Rajasthan', aliases: ['rj'] },
  { code: '09', name: 'Uttar Pradesh', aliases: ['up'] },
  { code: '10', name: 'Bihar', aliases: ['br'] },
  { code: '11', name: 'Sikkim', aliases: ['sk'] },
  { code: '12', name: 'Arunachal Pradesh', aliases: ['ar'] },
  { code: '13', name: 'Nagaland', aliases: ['nl'] },
  { code: '14', name: 'Manipur', aliases: ['mn'] },
  { code: '15', name: 'Mizoram', aliases: ['mz'] },
  { code: '16', name: 'Tripura', aliases: ['tr'] },
  { code: '17', name: 'Meghalaya', aliases: ['ml'] },
  { code: '18', name: 'Assam', aliases: ['as'] },
  { code: '19', name: 'West Bengal', aliases: ['wb'] },
  { code: '20', name: 'Jharkhand', aliases: ['jh'] },
  { code: '21', name: 'Odisha', aliases: ['od', 'or', 'orissa'] },
  { code: '22', name: 'Chhattisgarh', aliases: ['cg', 'ct'] },
  { code: '23', name: 'Madhya Pradesh', aliases: ['mp'] },
  { code: '24', name: 'Gujarat', aliases: ['gj'] },
  {
    code: '26',
    name: 'Dadra and Nagar Haveli and Daman and Diu',
    aliases: ['dh', 'dadraandnagarhaveli', 'damananddiu'],
    isUnionTerritory: true,
  },
  { code: '27', name: 'Maharashtra', aliases: ['mh'] },
  { code: '29', name: 'Karnataka', aliases: ['ka'] },
  { code: '30', name: 'Goa', aliases: ['ga'] },
  { code: '31', name: 'Lakshadweep', aliases: ['ld'], isUnionTerritory: true },
  { code: '32', name: 'Kerala', aliases: ['kl'] },
  { code: '33', name: 'Tamil Nadu', aliases: ['tn'] },
  { code: '34', name: 'Puducherry', aliases: ['py', 'pondicherry'] },
  { code: '35', name: 'Andaman and Nicobar Islands', aliases: ['an'], isUnionTerritory: true },
  { code: '36', name: 'Telangana', aliases: ['tg', 'ts'] },
  { code: '37', name: 'Andhra Pradesh', aliases: ['ap'] },
  { code: '38', name: 'Ladakh', aliases: ['la'], isUnionTerritory: true },
]

const simplify = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]/g, '')

/** @param text a state as people write it, such as `Rajasthan`, `RJ` or `NCT of Delhi` */
export function findIndianState(text: string): IndianState | undefined {
  const wanted = simplify(text)
  return INDIAN_STATES.find(({ name, aliases }) => simplify(name) === wanted || aliases.includes(wanted))
}

/** @param gstin as parseGstin returns it */
export function getStateOfGstin(gstin: string): IndianState {
  const state = INDIAN_STATES.find(({ code }) => gstin.startsWith(code))
  if (!state) throw new Error('Not a GSTIN')
  return state
}
