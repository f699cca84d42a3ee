import { ofShop, type PersonalDataRow } from './row.ts'

export const OPERATIONS: readonly PersonalDataRow[] = [
  ofShop('api_keys', 'addresses key_hash last_address name refunds_on scopes start'),
  ofShop('saved_replies', 'text title'),
  ofShop('overview_figures', 'figures'),
]
