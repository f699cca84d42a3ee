import type { Brand } from './brand.ts'

/** @returns the address line by line, as on an envelope */
export function listAddressLines({
  lines,
  city,
  state,
  postalCode,
  country,
}: Brand['registeredAddress']): string[] {
  return [...lines, state ? `${city}, ${state} ${postalCode}` : `${postalCode} ${city}`, country]
}
