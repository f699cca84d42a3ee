/** Checks whether an Indian address identifies the state where its tax is due (docs/product/shop.md, Tax). Shared by form and API. */
import {
  findIndianState,
  INDIAN_STATES,
  type IndianState,
  STATES_BY_NAME,
  simplify,
} from './indian-states.ts'

interface Address {
  country: string
  address: string
  state: string
  zipCode: string
}

/** Cities that people enter instead of their state, by the state's code. */
const CITIES: Readonly<Record<string, string>> = {
  '01': 'srinagar',
  '02': 'shimla simla manali',
  '03': 'ludhiana amritsar jalandhar patiala mohali',
  '05': 'dehradun haridwar rishikesh',
  '06': 'gurgaon gurugram faridabad panchkula',
  '08': 'jaipur jodhpur udaipur kota ajmer',
  '09': 'lucknow kanpur noida ghaziabad agra varanasi prayagraj allahabad meerut',
  '10': 'patna gaya',
  '11': 'gangtok',
  '12': 'itanagar',
  '13': 'kohima dimapur',
  '14': 'imphal',
  '15': 'aizawl',
  '16': 'agartala',
  '17': 'shillong',
  '18': 'guwahati dispur',
  '19': 'kolkata calcutta howrah siliguri',
  '20': 'ranchi jamshedpur dhanbad',
  '21': 'bhubaneswar cuttack',
  '22': 'raipur bhilai',
  '23': 'bhopal indore gwalior jabalpur ujjain',
  '24': 'ahmedabad surat vadodara baroda rajkot gandhinagar',
  '26': 'silvassa',
  '27': 'mumbai bombay navimumbai pune poona nagpur thane nashik aurangabad',
  '29': 'bengaluru bangalore mysuru mysore mangaluru mangalore hubli',
  '30': 'panaji panjim margao',
  '32': 'kochi cochin thiruvananthapuram trivandrum kozhikode calicut',
  '33': 'chennai madras coimbatore madurai',
  '35': 'portblair',
  '36': 'hyderabad secunderabad warangal',
  '37': 'visakhapatnam vizag vijayawada amaravati tirupati guntur',
  '38': 'leh kargil',
}

/** @returns why the tax cannot be determined from this state, with the closest match; undefined if it can */
export function describeStateFault(state: string): string | undefined {
  if (findIndianState(state)) return undefined
  const nearest = suggestState(state)
  return nearest
    ? `This is not a state of India. Did you mean ${nearest.name}?`
    : 'Please enter a state of India, such as Karnataka'
}

type Seller = { tax: { scheme: string } }

/** @returns the fault of the state. Undefined if there is none, or if the tax does not depend on the state for this seller and country. */
export const findStateFault = ({ tax }: Seller, { country, state }: Pick<Address, 'country' | 'state'>) =>
  tax.scheme === 'gst' && country === 'IN' ? describeStateFault(state) : undefined

/** The same for an account whose placeholders were removed (placeholders.ts). An account without an address was never asked for one. */
export const findStateFaultOfAccount = (seller: Seller, account: Omit<Address, 'zipCode'>) =>
  account.address || account.state ? findStateFault(seller, account) : undefined

/** @returns a question if the PIN code belongs to another state. Both may be right, because post offices also serve across borders. */
export function askAboutPin({ tax }: Seller, { country, state, zipCode }: Address): string | undefined {
  const named = tax.scheme === 'gst' && country === 'IN' ? findIndianState(state) : undefined
  const pin = zipCode.normalize('NFKC').replaceAll(/\s/g, '')
  if (!named || !/^\d{6}$/.test(pin)) return undefined
  const owners = INDIAN_STATES.filter(({ pins }) => pins.split(' ').some((first) => pin.startsWith(first)))
  if (owners.length === 0 || owners.includes(named)) return undefined
  const where = owners.map(({ name }) => name).join(' or ')
  return `PIN code ${pin} is in ${where}, not in ${named.name}. Please check both. If they are right, just continue.`
}

/** Finds the closest name: up to a third of the letters may differ, at most three. Otherwise the longest name contained in the text. */
function suggestState(text: string): IndianState | undefined {
  const typed = simplify(text)
  const cities = Object.entries(CITIES).flatMap(([code, names]) =>
    names.split(' ').map((name) => [name, INDIAN_STATES.find((state) => state.code === code)] as const),
  )
  const known = [...STATES_BY_NAME, ...cities].filter(([name]) => name.length >= 3)
  const rated = known.map(([name, state]) => ({ state, apart: countEdits(typed, name) }))
  const [best] = rated.sort((one, other) => one.apart - other.apart)
  if (best && best.apart <= Math.min(3, typed.length / 3)) return best.state
  const words = new Set(text.split(/[^\p{L}\p{M}]+/u).map(simplify))
  const contained = known.filter(([name]) => words.has(name) || (name.length >= 5 && typed.includes(name)))
  return contained.sort(([one], [other]) => other.length - one.length)[0]?.[1]
}

/** @returns the edit distance: letters added, removed, replaced, or swapped with the next one (optimal string alignment) */
function countEdits(one: string, other: string): number {
  let last: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1]
    for (let at = 1; at < row.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (other[at - 1] === one[index] ? 0 : 1)
      const isSwapped = at > 1 && other[at - 1] === one[index - 1] && other[at - 2] === one[index]
      const swapped = isSwapped ? (last[at - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(replaced, swapped, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    last = row
    row = next
  }
  return row.at(-1) ?? 0
}
