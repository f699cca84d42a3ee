/** The rights that an account may have beside a customer's. Who has one has stricter rules for signing in. */
export interface Rights {
  isStaff: boolean
  isAdmin: boolean
}

/** In the order in which they are named. */
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
