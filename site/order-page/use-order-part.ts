import { useEffect } from 'react'
import { onHint } from './live.ts'

/** @param onNews must be the same function at each rendering; called when something may have happened to the order */
export function useOrderHint(orderId: number, onNews: () => void): void {
  useEffect(() => onHint((hint) => (hint === orderId || hint === 'any') && onNews()), [orderId, onNews])
}
