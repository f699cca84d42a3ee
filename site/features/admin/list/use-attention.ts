import { useStore } from '@nanostores/react'
import type { Attention } from '../../../../api/contract/overview.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import { refetch } from '../../../stores/query.ts'
import { useRefresh } from './use-refresh.ts'

/** What waits for an admin, for the overview's first card and for the counts at the filters of the orders. */
const $attention = createFigureStore<Attention>(['/api/admin/attention'])

export function useAttention(): { data?: Attention | undefined; hasFailed: boolean } {
  const { data, error, loading } = useStore($attention)
  useRefresh(refreshAttention)
  return { data, hasFailed: Boolean(error) && !loading }
}

export function refreshAttention(): void {
  void refetch($attention)
}
