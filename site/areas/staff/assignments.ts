/** The signed-in staff member's assignments, and how the area handles refusals of the API. */
import type { StaffAssignment } from '#api/contract/orders/staff.ts'
import { ApiError, callApi } from '#site/kit/client/api.ts'
import { $userId, createFetcherStore } from '#site/kit/stores/query.ts'
import { showError } from '#site/kit/stores/toast.ts'

const REDIRECT_AFTER_MS = 2000

/** Newest first. The user's id is part of the cache key, so that nobody sees another user's assignments. */
export const $assignments = createFetcherStore<StaffAssignment[]>(['/api/staff/assignments', $userId], {
  fetcher: (path) => callStaffApi(String(path)),
})

/** `callApi` for this area: tells a user who is no longer staff and redirects them to the home page. @throws as callApi does */
export async function callStaffApi<T>(...call: Parameters<typeof callApi<T>>): Promise<T> {
  try {
    return await callApi<T>(...call)
  } catch (error) {
    if (isDenial(error)) leaveForHome()
    throw error
  }
}

/** Whether the error means that the user is no longer staff. Callers handle all other refusals. */
export function isDenial(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'forbidden'
}

let isLeaving = false

export function leaveForHome(): void {
  if (isLeaving) return
  isLeaving = true
  showError('Access Denied', 'Staff access required. Redirecting to login...')
  setTimeout(() => location.assign('/'), REDIRECT_AFTER_MS)
}

export function replaceAssignment(changed: StaffAssignment): void {
  const list = $assignments.get().data
  if (list) $assignments.mutate(list.map((one) => (one.id === changed.id ? changed : one)))
}
