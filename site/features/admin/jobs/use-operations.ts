import { useStore } from '@nanostores/react'
import type { Operations } from '../../../../api/contract/operation.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import { refetch } from '../../../stores/query.ts'
import { useRefresh } from '../list/use-refresh.ts'

/** The counts of background work and of things that need an admin. All components share one fetch. */
const $operations = createFigureStore<Operations>(['/api/admin/operations'])

/** @returns undefined while the counts load, and if that fails */
export function useOperations(): Operations | undefined {
  useRefresh(refreshOperations)
  return useStore($operations).data
}

export function refreshOperations(): void {
  void refetch($operations)
}

export function countWaiting(operations: Operations | undefined): number {
  if (!operations) return 0
  const { moneyToLookAt, openDisputes, failedJobs, unresolvedMails, failingWebhooks, brokenEndpoints } =
    operations
  // A process of the version before counts no reviews.
  const { waitingReviews = 0 } = operations
  const ofMoney = moneyToLookAt + openDisputes
  return ofMoney + waitingReviews + failedJobs + unresolvedMails + failingWebhooks + brokenEndpoints
}
