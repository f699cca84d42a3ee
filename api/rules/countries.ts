export interface Country {
  /** ISO 3166-1 alpha-2, or OTHER. */
  code: string
  name: string
}

/** The countries in all forms, sorted by the name that is shown (docs/product/shop.md, Purchase form). */
export const countries: Country[] = [
  { code: 'AR', name: 'Argentina' },
  { code: 'AU', name: 'Australia' },
  { code: 'AT', name: 'Austria' },
  { code: 'BD', name: 'Bangladesh' },
  { code: 'BE', name: 'Belgium' },
  { code: 'BR', name: 'Brazil' },
  { code: 'CA', name: 'Canada' },
  { code: 'CL', name: 'Chile' },
  { code: 'CN', name: 'China' },
  { code: 'CO', name: 'Colombia' },
  { code: 'CZ', name: 'Czechia' },
  { code: 'DK', name: 'Denmark' },
  { code: 'EG', name: 'Egypt' },
  { code: 'FI', name: 'Finland' },
  { code: 'FR', name: 'France' },
  { code: 'DE', name: 'Germany' },
  { code: 'GR', name: 'Greece' },
  { code: 'HK', name: 'Hong Kong' },
  { code: 'HU', name: 'Hungary' },
  { code: 'IN', name: 'India' },
  { code: 'ID', name: 'Indonesia' },
  { code: 'IE', name: 'Ireland' },
  { code: 'IL', name: 'Israel' },
  { code: 'IT', name: 'Italy' },
  { code: 'JP', name: 'Japan' },
  { code: 'MY', name: 'Malaysia' },
  { code: 'MX', name: 'Mexico' },
  { code: 'NP', name: 'Nepal' },
  { code: 'NL', name: 'Netherlands' },
  { code: 'NZ', name: 'New Zealand' },
  { code: 'NO', name: 'Norway' },
  { code: 'PK', name: 'Pakistan' },
  { code: 'PH', name: 'Philippines' },
  { code: 'PL', name: 'Poland' },
  { code: 'PT', name: 'Portugal' },
  { code: 'RU', name: 'Russia' },
  { code: 'SA', name: 'Saudi Arabia' },
  { code: 'SG', name: 'Singapore' },
  { code: 'ZA', name: 'South Africa' },
  { code: 'KR', name: 'South Korea' },
  { code: 'ES', name: 'Spain' },
  { code: 'LK', name: 'Sri Lanka' },
  { code: 'SE', name: 'Sweden' },
  { code: 'CH', name: 'Switzerland' },
  { code: 'TH', name: 'Thailand' },
  { code: 'TR', name: 'Turkey' },
  { code: 'AE', name: 'United Arab Emirates' },
  { code: 'GB', name: 'United Kingdom' },
  { code: 'US', name: 'United States' },
  { code: 'VN', name: 'Vietnam' },
  { code: 'OTHER', name: 'Other' },
]

export function isCountry(code: string): boolean {
  return countries.some((country) => country.code === code)
}

/** Names that are missing from Unicode's data (CLDR), and three-letter codes, in the form that `simplify` returns. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AE: 'uae emirates are',
  AR: 'argentinerepublic arg',
  AT: 'republicofaustria aut',
  AU: 'commonwealthofaustralia aus',
  BD: 'peoplesrepublicofbangladesh bgd',
  BE: 'belgique belgien bel',
  BR: 'bra federativerepublicofbrazil',
  CA: 'can',
  CH: 'suisse svizzera swissconfederation che',
  CL: 'chl',
  CN: 'prc mainlandchina peoplesrepublicofchina chn prchina',
  CO: 'col',
  CZ: 'czechrepublic ceskarepublika cze',
  DE: 'federalrepublicofgermany deu ger brd',
  DK: 'dnk',
  EG: 'egy arabrepublicofegypt egyptarabrep',
  ES: 'esp',
  FI: 'fin',
  FR: 'frenchrepublic fra',
  GB: 'uk greatbritain britain england scotland wales northernireland unitedkingdomofgreatbritainandnorthernireland gbr nireland grbritain gbeng gbsct gbwls gbnir gtbritain',
  GR: 'el hellas hellenicrepublic grc',
  HK: 'hongkongsar hkg hongkongchina',
  HU: 'hun',
  ID: 'republicofindonesia idn',
  IE: 'eire republicofireland irl irelandrepublicof',
  IL: 'stateofisrael isr',
  IN: 'republicofindia bharat ind',
  IT: 'ita',
  JP: 'nippon jpn',
  KR: 'korea republicofkorea koreasouth korearepublicof kor rok skorea',
  LK: 'lka ceylon democraticsocialistrepublicofsrilanka',
  MX: 'mex',
  MY: 'mys',
  NL: 'holland netherlandsthe kingdomofthenetherlands nld',
  NO: 'nor',
  NP: 'npl',
  NZ: 'aotearoa nzl',
  PH: 'phl republicofthephilippines',
  PK: 'islamicrepublicofpakistan pak',
  PL: 'pol',
  PT: 'prt',
  RU: 'russianfederation rus',
  SA: 'ksa kingdomofsaudiarabia sau',
  SE: 'swe',
  SG: 'republicofsingapore sgp',
  TH: 'tha siam kingdomofthailand',
  TR: 'republicofturkiye republicofturkey tur',
  US: 'usa america unitedstatesofamerica',
  VN: 'socialistrepublicofvietnam vnm',
  ZA: 'rsa republicofsouthafrica zaf',
}

const simplify = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll('ı', 'i')
    .replaceAll(/[\u0300-\u036f]|[^\p{L}\p{M}\p{N}]/gu, '')
    .replace(/^the/, '')

let codesByName: ReadonlyMap<string, string> | undefined

/** Maps names to codes: the names of the list, CLDR's in four languages and the country's own, and others in use. */
function nameCodes(): ReadonlyMap<string, string> {
  const codes = new Map<string, string>()
  for (const { code, name } of countries) {
    const names = [code, name, ...(OTHER_NAMES[code]?.split(' ') ?? [])]
    if (code !== 'OTHER') {
      const { language = 'en' } = new Intl.Locale(`und-${code}`).maximize()
      for (const locale of ['en', 'de', 'es', 'fr', language])
        names.push(new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code)
    }
    for (const one of names) codes.set(simplify(one), code)
  }
  return codes
}

/**
 * Several names in one text must mean the same country.
 * @returns the code of a listed country, from a code or name as people write it, such as `UK`, `Türkiye` or `England (UK)`
 */
export function findCountry(text: string): string | undefined {
  codesByName ??= nameCodes()
  const named = codesByName.get(simplify(text))
  if (named) return named
  const parts = text
    .split(/[(),/]/)
    .map(simplify)
    .filter(Boolean)
  const [code, ...others] = new Set(parts.map((part) => codesByName?.get(part)))
  return others.length === 0 ? code : undefined
}

/** @returns the name of a listed country, '' for 'OTHER' and codes that are not listed */
export function nameCountry(code: string): string {
  return code === 'OTHER' ? '' : (countries.find((country) => country.code === code)?.name ?? '')
}

/** @example locate('US') // in the United States */
export function locate(country: string): string {
  const name = nameCountry(country)
  return name ? `in ${/^(United|Netherlands|Philippines)/.test(name) ? 'the ' : ''}${name}` : 'elsewhere'
}
