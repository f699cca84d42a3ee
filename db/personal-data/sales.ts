import { OFFERS, ofShop, type PersonalDataRow } from './row.ts'

const ENDED = ['Offer that came to nothing', 'Offer of a paid order']

/** Hashes of offers and times of acceptance stay. `offers` comes last, because its addresses are needed to find the others. */
export const SALES: readonly PersonalDataRow[] = [
  {
    table: 'offer_acceptances',
    owner: 'offer_id',
    exported: 'offers',
    erased: {
      emptied: 'name',
      'stays: what was accepted, and under which policies': 'accepted_policies sha256',
    },
    erase: [`UPDATE offer_acceptances SET name = '' WHERE offer_id IN (${OFFERS})`],
    kept: ENDED,
  },
  {
    table: 'offer_versions',
    owner: 'offer_id',
    exported: 'no: offers have the last version',
    erased: { emptied: 'content', 'stays: names nobody': 'sha256' },
    erase: [
      `UPDATE offer_versions SET content = '{}' WHERE content::text <> '{}' AND offer_id IN (${OFFERS})`,
    ],
    kept: ENDED,
  },
  {
    table: 'offer_links',
    owner: 'offer_id',
    exported: 'no: opens the offer',
    erased: { 'stays: random, and opens nothing any more': 'token_hash' },
    kept: ['stays: random, and opens nothing any more'],
  },
  {
    table: 'offers',
    owner: 'email',
    exported: 'offers',
    erased: { emptied: 'asked content email reason', 'stays: for the books': 'currency state' },
    // Open offers are withdrawn.
    erase: [
      `UPDATE offers SET content = '{}', email = '', asked = '[]', reason = '', ended_at = coalesce(ended_at, now()),
         state = CASE WHEN state IN ('draft', 'sent', 'viewed') THEN 'withdrawn' ELSE state END
       WHERE id IN (${OFFERS})`,
    ],
    kept: ENDED,
  },
  ofShop('embed_origins', 'origin'),
  ofShop('embed_views', 'day origin'),
]
