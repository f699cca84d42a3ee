/** The states of India. An invoice with India's GST names one of them as the place of supply. */
import { nameGstin, parseGstin } from './gstin.ts'

export interface IndianState {
  /** The first two digits of a GSTIN. */
  code: string
  name: string
  /** Prefixes of its PIN codes, at most three digits. States share some of them. */
  pins: string
  /** Other names and codes in use: those of ISO 3166-2 and of vehicles, former names and states, common spellings, names in Hindi and in its own scripts. */
  others: string
  /** A union territory without a legislature. Its half of the tax is called UTGST (UTGST Act 2017, sections 1 and 2). */
  isUnionTerritory?: true
}

/** Codes: https://services.gst.gov.in/services/searchtp, as in Form GST REG-01. */
// biome-ignore format: one line a state
export const INDIAN_STATES: readonly IndianState[] = [
  { code: '01', name: 'Jammu and Kashmir', pins: '18 190 191 192 193', others: 'JK Jammu Kashmir जम्मू-कश्मीर جموں-کشمیر' },
  { code: '02', name: 'Himachal Pradesh', pins: '17', others: 'HP Himachal हिमाचल-प्रदेश' },
  { code: '03', name: 'Punjab', pins: '14 15 160', others: 'PB Panjab ਪੰਜਾਬ पंजाब' },
  { code: '04', name: 'Chandigarh', pins: '160', others: 'CH Chandigadh चंडीगढ़ ਚੰਡੀਗੜ੍ਹ', isUnionTerritory: true },
  { code: '05', name: 'Uttarakhand', pins: '244 246 247 248 249 262 263', others: 'UK UT UA Uttaranchal Uttrakhand उत्तराखंड उत्तरांचल' },
  { code: '06', name: 'Haryana', pins: '12 13', others: 'HR Hariyana हरियाणा हरयाणा' },
  { code: '07', name: 'Delhi', pins: '11', others: 'DL New-Delhi दिल्ली नई-दिल्ली ਦਿੱਲੀ دہلی' },
  { code: '08', name: 'Rajasthan', pins: '30 31 32 33 34', others: 'RJ राजस्थान' },
  { code: '09', name: 'Uttar Pradesh', pins: '20 21 22 23 240 241 242 243 244 245 246 247 25 261 262 27 28', others: 'UP उत्तर-प्रदेश اتر-پردیش' },
  { code: '10', name: 'Bihar', pins: '80 811 812 813 814 821 823 824 84 85', others: 'BR बिहार بہار' },
  { code: '11', name: 'Sikkim', pins: '737', others: 'SK सिक्किम' },
  { code: '12', name: 'Arunachal Pradesh', pins: '786 790 791 792', others: 'AR Arunachal अरुणाचल-प्रदेश' },
  { code: '13', name: 'Nagaland', pins: '797 798', others: 'NL नागालैंड नगालैंड' },
  { code: '14', name: 'Manipur', pins: '795', others: 'MN मणिपुर মণিপুর ꯃꯅꯤꯄꯨꯔ' },
  { code: '15', name: 'Mizoram', pins: '796', others: 'MZ मिज़ोरम' },
  { code: '16', name: 'Tripura', pins: '799', others: 'TR त्रिपुरा ত্রিপুরা' },
  { code: '17', name: 'Meghalaya', pins: '793 794', others: 'ML मेघालय' },
  { code: '18', name: 'Assam', pins: '78', others: 'AS असम आसाम অসম আসাম' },
  { code: '19', name: 'West Bengal', pins: '70 71 72 731 732 733 734 735 736 741 742 743', others: 'WB W-Bengal Bengal Paschim-Banga Paschim-Bengal पश्चिम-बंगाल পশ্চিমবঙ্গ' },
  { code: '20', name: 'Jharkhand', pins: '813 814 815 816 822 825 826 827 828 829 83', others: 'JH JD झारखंड' },
  { code: '21', name: 'Odisha', pins: '75 76 77', others: 'OD OR Orissa Orisa ओडिशा उड़ीसा ଓଡ଼ିଶା' },
  { code: '22', name: 'Chhattisgarh', pins: '49', others: 'CG CT Chattisgarh Chhatisgarh Chatisgarh छत्तीसगढ़' },
  { code: '23', name: 'Madhya Pradesh', pins: '45 46 47 48', others: 'MP मध्य-प्रदेश' },
  { code: '24', name: 'Gujarat', pins: '36 37 38 39', others: 'GJ Gujrat ગુજરાત गुजरात' },
  { code: '26', name: 'Dadra and Nagar Haveli and Daman and Diu', pins: '362 396', others: 'DH DN DD DNH DNHDD Dadra Nagar-Haveli Dadra-Nagar-Haveli Daman Diu Daman-Diu दादरा-नगर-हवेली-दमन-दीव दादरा-नगर-हवेली दमन-दीव દાદરા-નગર-હવેલી-દમણ-દીવ દાદરા-નગર-હવેલી દમણ-દીવ', isUnionTerritory: true },
  { code: '27', name: 'Maharashtra', pins: '400 401 402 41 42 43 44', others: 'MH महाराष्ट्र' },
  { code: '29', name: 'Karnataka', pins: '56 57 58 59', others: 'KA ಕರ್ನಾಟಕ कर्नाटक' },
  { code: '30', name: 'Goa', pins: '403', others: 'GA गोवा गोंय' },
  { code: '31', name: 'Lakshadweep', pins: '682', others: 'LD Laccadive Lakshadeep लक्षद्वीप ലക്ഷദ്വീപ്', isUnionTerritory: true },
  { code: '32', name: 'Kerala', pins: '67 68 69', others: 'KL Keralam കേരളം केरल' },
  { code: '33', name: 'Tamil Nadu', pins: '60 61 62 63 64', others: 'TN தமிழ்நாடு தமிழகம் तमिलनाडु' },
  { code: '34', name: 'Puducherry', pins: '533 605 607 609 673', others: 'PY Pondicherry Pondichery Pondy புதுச்சேரி പുതുച്ചേരി పుదుచ్చేరి पुदुच्चेरी पुडुचेरी पांडिचेरी' },
  { code: '35', name: 'Andaman and Nicobar Islands', pins: '744', others: 'AN Andaman Andamans Nicobar अंडमान-निकोबार अंडमान', isUnionTerritory: true },
  { code: '36', name: 'Telangana', pins: '50', others: 'TS TG Telengana తెలంగాణ تلنگانہ तेलंगाना' },
  { code: '37', name: 'Andhra Pradesh', pins: '507 51 52 53', others: 'AP AD Andhra ఆంధ్రప్రదేశ్ आंध्र-प्रदेश' },
  { code: '38', name: 'Ladakh', pins: '194', others: 'LA लद्दाख لداخ ལ་དྭགས', isUnionTerritory: true },
]

/** For registrations outside all states, such as at sea (IGST Act 2017, s. 2(22)). Nobody lives there, so no address names it. */
const OTHER_TERRITORY: IndianState = {
  code: '97',
  name: 'Other Territory',
  pins: '',
  others: '',
  isUnionTerritory: true,
}

/** Words that do not distinguish states, in the languages of the names. */
const EMPTY_WORDS = new Set(
  'the of state union territory national capital nct gnct gnctd govt government island islands india bharat in and भारत और एवं व राज्य ರಾಜ್ಯ રાજ્ય রাজ্য மாநிலம் రాష్ట్రం സംസ്ഥാനം ਰਾਜ द्वीपसमूह અને ਅਤੇ আর اور و'.split(
    ' ',
  ),
)

/** Accents of Latin letters and dots below Indian ones, which many people omit. */
const MARKS = /[\u0300-\u036f\u093c\u09bc\u0a3c\u0b3c]/g
/** A nasal before a consonant, which Hindi spells in two ways: खण्ड and खंड. */
const NASAL = /[ङञणनम]्(?=[क-भ])/g

/** @returns the words in lower case. Hyphens and all other signs count as spaces. */
function split(text: string): string[] {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll(MARKS, '').replaceAll(NASAL, 'ं')
  const words = plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
  const telling = words.filter((word) => !EMPTY_WORDS.has(word))
  return telling.length > 0 ? telling : words
}

/** @returns a name for comparison: without spaces, empty words and numbers */
export const simplify = (text: string): string =>
  split(text)
    .filter((word) => !/^\d+$/.test(word))
    .join('')

/** States by their simplified names. */
export const STATES_BY_NAME: ReadonlyMap<string, IndianState> = new Map(
  INDIAN_STATES.flatMap((state) =>
    [state.name, ...state.others.split(' ')].map((name) => [simplify(name), state] as const),
  ),
)

const findByName = (name: string) =>
  STATES_BY_NAME.get(name) ?? STATES_BY_NAME.get(name.replace(/^(?:ut|nct)|(?:ut|nct)$/, ''))
const FORMER_CODES: Readonly<Record<string, string>> = { 25: '26', 28: '37' }
const findByCode = (code: string) =>
  INDIAN_STATES.find((state) => state.code === (FORMER_CODES[code] ?? code))

/** @param text a state as people write it, such as `Rajasthan`, `IN-RJ`, `08`, `राजस्थान`, `NCT of Delhi` or `Odisha (Orissa)` */
export function findIndianState(text: string): IndianState | undefined {
  const found = findOne(text)
  if (found) return found
  const states = new Set(
    text
      .split(/[(),/]| [-–—] /)
      .filter((part) => part.trim())
      .map(findOne),
  )
  return states.size === 1 ? [...states][0] : undefined
}

/** A text may contain a name and a code, or several names; they must then agree. */
function findOne(text: string): IndianState | undefined {
  const name = simplify(text)
  const codes = split(text).filter((word) => /^\d\d?$/.test(word))
  const found = new Set([
    ...(name ? [findByName(name)] : []),
    ...codes.map((code) => findByCode(code.padStart(2, '0'))),
  ])
  const [state] = found
  return found.size === 1 ? state : undefined
}

/**
 * @param taxId as typed by the buyer
 * @returns where its holder is registered. Undefined if it is not a GSTIN, and for UINs (CGST Act 2017, s. 2(94)) and numbers of
 *   suppliers abroad, which belong to no state.
 */
export function findStateOfGstin(taxId: string): IndianState | undefined {
  const gstin = parseGstin(taxId)
  if (!gstin || nameGstin(gstin) === 'UIN') return undefined
  return [...INDIAN_STATES, OTHER_TERRITORY].find(({ code }) => gstin.startsWith(code))
}

/** @param gstin of a company registered in a state @throws Error for any other number */
export function getStateOfGstin(gstin: string): IndianState {
  const state = findStateOfGstin(gstin)
  if (!state) throw new Error('Not a GSTIN')
  return state
}
