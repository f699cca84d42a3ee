const UNIQUE_VIOLATION = '23505'

/** @param constraint the name of the unique constraint or index */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const {
    code,
    constraint: violated,
    nativeError,
  } = error as {
    code?: string
    constraint?: string
    nativeError?: unknown
  }
  if (nativeError) return isUniqueViolation(nativeError, constraint)
  return code === UNIQUE_VIOLATION && violated === constraint
}

/** For `catch`: another error in place of the database's. @example .catch(refuse('users_email_key', emailTaken)) */
export const refuse = (constraint: string, makeError: () => Error) => (error: unknown) => {
  throw isUniqueViolation(error, constraint) ? makeError() : error
}
