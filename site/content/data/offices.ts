import { brand } from '../../../api/contract/brand.ts'

/** An office as the contact page lists it (docs/product.md, Contact page). */
export interface Office {
  title: string
  location: string
  address: string
  type: 'primary' | 'development' | 'international'
}

/** An office as the about page lists it: by country. */
export interface CountryOffice {
  country: string
  city: string
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  isHeadquarters: boolean
  text: string
}

const { lines, city, state, postalCode, country } = brand.registeredAddress

export const offices: Office[] = [
  {
    title: 'Head Office',
    location: 'Jaipur, India',
    address: [...lines, city, `${state} ${postalCode}`, country].join(', '),
    type: 'primary',
  },
  {
    title: 'Development Office',
    location: 'Jaipur, India',
    address: 'Tower B, 2nd Floor, Example Tech Park, Sitapura, Jaipur, Rajasthan 302000, India',
    type: 'development',
  },
  {
    title: 'UK Office',
    location: 'London',
    address: 'Suite 12, Lantern House, 1 Example Street, London EC0A 0AA, United Kingdom',
    type: 'international',
  },
  {
    title: 'USA Office',
    location: 'Phoenix, Arizona',
    address: '100 North Example Avenue, Suite 200, Phoenix, AZ 85000, United States',
    type: 'international',
  },
]

export const countryOffices: CountryOffice[] = [
  {
    country: 'India',
    city: 'Jaipur',
    countryCode: 'IN',
    isHeadquarters: true,
    text: 'Headquarters: engineering, design, quality assurance and customer support.',
  },
  {
    country: 'UK',
    city: 'London',
    countryCode: 'GB',
    isHeadquarters: false,
    text: 'Project management and consulting for clients in the UK and Europe.',
  },
  {
    country: 'Singapore',
    city: 'Singapore',
    countryCode: 'SG',
    isHeadquarters: false,
    text: 'Cloud architecture and operations for Southeast Asia.',
  },
  {
    country: 'USA',
    city: 'New York',
    countryCode: 'US',
    isHeadquarters: false,
    text: 'Client services and digital marketing for North America.',
  },
  {
    country: 'Thailand',
    city: 'Bangkok',
    countryCode: 'TH',
    isHeadquarters: false,
    text: 'Mobile development and testing on real devices.',
  },
  {
    country: 'Australia',
    city: 'Sydney',
    countryCode: 'AU',
    isHeadquarters: false,
    text: 'E-commerce, and support while Europe and America sleep.',
  },
]
