/** The colours of statuses for mails, which cannot use a style sheet. A test compares them with site/styles/tokens.css. */
import type { Tone } from './orders.ts'

interface Colors {
  text: string
  soft: string
}

/** The accent is missing, because it is the company's own colour. */
export const TONE_COLORS: Readonly<Record<Exclude<Tone, 'accent'>, { light: Colors; dark: Colors }>> = {
  neutral: { light: { text: '#475569', soft: '#f1f5f9' }, dark: { text: '#a3b1c6', soft: '#293549' } },
  positive: { light: { text: '#15803d', soft: '#f0fdf4' }, dark: { text: '#86efac', soft: '#0f2920' } },
  caution: { light: { text: '#a16207', soft: '#fefce8' }, dark: { text: '#fde047', soft: '#2e260e' } },
  negative: { light: { text: '#b91c1c', soft: '#fef2f2' }, dark: { text: '#fca5a5', soft: '#38161c' } },
}
