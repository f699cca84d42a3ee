/** Describes a rate limit in words, for the OpenAPI document and docs/product/tables. */
import { type Limit, SUCCESS } from './limits.ts'

const MINUTES = 60_000
const UNITS = [
  [24 * 60 * MINUTES, 'a day', 'days'],
  [60 * MINUTES, 'an hour', 'hours'],
  [MINUTES, 'a minute', 'minutes'],
] as const

const BY = {
  address: 'by address',
  account: 'of an account',
  claimant: 'by account, and the address or known device that asks',
  passwordTrier: 'by account, and the address or known device that tries',
  user: 'by user',
} satisfies Record<Limit['by'], string>

function describeWindow(windowMs: number): string {
  for (const [unitMs, one, many] of UNITS) {
    if (windowMs === unitMs) return one
    if (windowMs % unitMs === 0) return `in ${windowMs / unitMs} ${many}`
  }
  return `in ${windowMs / 1_000} seconds`
}

export function describeLimit({
  max,
  windowMs,
  by,
  from,
  counts,
  slows,
  mailOwner,
  concerns,
}: Limit): string {
  return [
    `${max} ${describeWindow(windowMs)} ${BY[by]}`,
    from && `tries of ${from === 'stranger' ? 'strangers' : 'known devices'} alone`,
    counts &&
      `counted: ${counts.map((code) => (code === SUCCESS ? 'what succeeds' : `\`${code}\``)).join(', ')}`,
    concerns && 'where a code is given',
    slows && 'above it each try waits longer, and none is refused',
    mailOwner && `the owner is told from ${mailOwner.at} on`,
  ]
    .filter(Boolean)
    .join('; ')
}
