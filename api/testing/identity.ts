import type { Content } from '#api/contract/content/content.ts'

/** @returns texts that identify the company, such as its name, its domain, its city and its leaders */
export function listIdentity({ brand, leaders, offices }: Content): string[] {
  const { lines, city, state } = brand.registeredAddress
  return [
    brand.name,
    new URL(brand.externalSite).hostname.replace(/^www\./, ''),
    brand.phone,
    brand.taxNumber,
    ...Object.values(brand.email),
    ...Object.values(brand.sender),
    ...Object.values(brand.social),
    ...lines,
    city,
    ...(state ? [state] : []),
    ...leaders.map(({ name }) => name),
    ...offices.contact.flatMap(({ address }) => address ?? []),
  ]
}
