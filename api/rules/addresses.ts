/** Labels of address fields by country (docs/product/shop.md, Purchase form). Error messages use the names of buyer-fields.ts instead. */
import { type BuyerFieldName, getBuyerField } from './buyer-fields.ts'
import { isCountry } from './countries.ts'

interface AddressLabels {
  state: string
  zipCode: string
}

const LABELS: Readonly<Record<string, AddressLabels>> = {
  AE: { state: 'Emirate', zipCode: 'Postal code' },
  AU: { state: 'State', zipCode: 'Postcode' },
  BR: { state: 'State', zipCode: 'CEP' },
  CA: { state: 'Province', zipCode: 'Postal code' },
  CH: { state: 'Canton', zipCode: 'Postal code' },
  CN: { state: 'Province', zipCode: 'Postal code' },
  ES: { state: 'Province', zipCode: 'Postal code' },
  GB: { state: 'County', zipCode: 'Postcode' },
  HK: { state: 'District', zipCode: 'Postal code' },
  IE: { state: 'County', zipCode: 'Eircode' },
  IN: { state: 'State', zipCode: 'PIN code' },
  IT: { state: 'Province', zipCode: 'Postal code' },
  JP: { state: 'Prefecture', zipCode: 'Postal code' },
  MX: { state: 'State', zipCode: 'Postal code' },
  NZ: { state: 'Region', zipCode: 'Postcode' },
  US: { state: 'State', zipCode: 'ZIP code' },
}
const ELSEWHERE: AddressLabels = { state: 'State or region', zipCode: 'Postal code' }

/** @param country '' if none is chosen: the label is then the name used in messages */
export function labelBuyerField(field: BuyerFieldName, country: string): string {
  const isLocal = (field === 'state' || field === 'zipCode') && isCountry(country)
  return isLocal ? (LABELS[country] ?? ELSEWHERE)[field] : getBuyerField(field).label
}

interface PostalAddress {
  lines: string[]
  city: string
  state?: string | undefined
  postalCode: string
  country: string
}

/** @returns the lines of the address, as on an envelope */
export function listAddressLines({ lines, city, state, postalCode, country }: PostalAddress): string[] {
  return [...lines, state ? `${city}, ${state} ${postalCode}` : `${postalCode} ${city}`, country]
}
