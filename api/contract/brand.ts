/**
 * The provider's identity: the one place that names it. Renaming the shop is a change of this file, and of the hashes in
 * accepted-policies.ts, because the policies name it.
 */
export const brand = {
  name: 'Stackhaven',
  legalName: 'Stackhaven Technologies Private Limited',
  /** Prefix of the invoice's file name (docs/product.md, Invoice). */
  filePrefix: 'Stackhaven-',
  foundedYear: 2004,
  /** The provider's own site, which the header's logo links to. */
  externalSite: 'https://www.stackhaven.example',
  logo: '/logo.svg',
  email: {
    general: 'hello@stackhaven.example',
    support: 'support@stackhaven.example',
    billing: 'billing@stackhaven.example',
    privacy: 'privacy@stackhaven.example',
  },
  phone: '+91 141 555 0142',
  registeredAddress: {
    lines: ['4th Floor, Amber Court', 'Sardar Patel Marg, C-Scheme'],
    city: 'Jaipur',
    state: 'Rajasthan',
    postalCode: '302001',
    country: 'India',
  },
  taxLabel: 'GSTIN',
  taxNumber: '08AAXCS0000K1Z5',
  social: {
    linkedin: 'https://www.linkedin.com/company/stackhaven.example',
    x: 'https://x.com/stackhaven.example',
    github: 'https://github.com/stackhaven.example',
  },
} as const
