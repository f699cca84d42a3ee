/** Offers: an admin writes and sends one, and somebody with its link answers. */
import type { OpenedOffer, SentOffer, Offer as WireOffer } from '#api/contract/sales/offers.ts'
import { OFFER_CONTENT } from '#db/testing/builders.ts'
import { succeed } from './responses.ts'
import type { Visitor } from './test-app.ts'

export const writeOffer = (admin: Visitor, fields: object = {}) =>
  succeed<WireOffer>(admin.post('/api/admin/offers', { ...OFFER_CONTENT, ...fields }))

/** @returns the token of its link, `/offer#token` */
export async function sendOffer(admin: Visitor, { id, version }: WireOffer, byMail = false): Promise<string> {
  const { link } = await succeed<SentOffer>(admin.post(`/api/admin/offers/${id}/send`, { byMail, version }))
  return link.slice(link.indexOf('/offer#') + '/offer#'.length)
}

export const answerOffer = (browser: Visitor, token: string, what: string, fields: object = {}) =>
  browser.post(`/api/offers/${what}`, { token, ...fields })

export const openOffer = (browser: Visitor, token: string) =>
  succeed<OpenedOffer>(answerOffer(browser, token, 'open'))

/** Accepts what the link shows. */
export async function acceptOffer(
  browser: Visitor,
  token: string,
  fields: object = {},
): Promise<OpenedOffer> {
  const { sha256 } = await openOffer(browser, token)
  const acceptance = { name: 'Grace Holm', sha256, acceptsPolicies: true, ...fields }
  return succeed<OpenedOffer>(answerOffer(browser, token, 'accept', acceptance))
}
