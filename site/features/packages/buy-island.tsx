import type { Package } from '../../../api/contract/catalogue.ts'
import { BuyButton } from './buy-button.tsx'

export function BuyIsland({ item }: { item: Package }) {
  return <BuyButton item={item} size="lg" />
}
