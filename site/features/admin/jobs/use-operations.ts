import { useStore } from '@nanostores/react'
import type { Operations } from '../../../../api/contract/jobs.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import { useRefresh } from '../list/use-refresh.ts'

/** Counts of background work and of things that need an admin; shared by all components that show them. */
const $operations = createFigureStore<Operations>(['/api/admin/operations'])

/** @returns undefined while it loads, and if it fails */
export function useOperations(): Operations | undefined {
  useRefresh(refreshOperations)
  return useStore($operations).data
}

export function refreshOperations(): void {
  $operations.revalidate()
}

export function countWaiting(operations: Operations | undefined): number {
  if (!operations) return 0
  const { moneyToLookAt, openDisputes, failedJobs, unresolvedMails, failingWebhooks, brokenEndpoints } =
    operations
  return moneyToLookAt + openDisputes + failedJobs + unresolvedMails + failingWebhooks + brokenEndpoints
}
