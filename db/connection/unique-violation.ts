const UNIQUE_VIOLATION = '23505'

/** An error of pg, or one of Objection that wraps it in `nativeError`. */
interface DatabaseError {
  code?: string
  constraint?: string
  nativeError?: unknown
}

/** @param constraint the name of the unique constraint or index */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: violated, nativeError } = error as DatabaseError
  if (nativeError) return isUniqueViolation(nativeError, constraint)
  return code === UNIQUE_VIOLATION && violated === constraint
}

/** For `catch`: throws another error instead of a unique violation. @example .catch(refuse('users_email_key', emailTaken)) */
export const refuse = (constraint: string, makeError: () => Error) => (error: unknown) => {
  throw isUniqueViolation(error, constraint) ? makeError() : error
}
