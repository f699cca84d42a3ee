/** Rights beyond those of a customer. Accounts that have one must follow stricter sign-in rules. */
export interface Rights {
  isStaff: boolean
  isAdmin: boolean
}

/** In display order. */
export const RIGHT_LABELS = { isAdmin: 'Admin', isStaff: 'Staff' } as const
export type Right = keyof Rights
const RIGHTS = Object.keys(RIGHT_LABELS) as Right[]

export const listRights = (of: Partial<Rights>): Right[] => RIGHTS.filter((right) => of[right])

export const hasRights = (of: Partial<Rights>): boolean => listRights(of).length > 0

/** @example nameRights({ isAdmin: true, isStaff: true }) // Admin, Staff */
export const nameRights = (of: Partial<Rights>): string =>
  listRights(of)
    .map((right) => RIGHT_LABELS[right])
    .join(', ') || 'Customer'
