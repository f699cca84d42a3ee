/** Macs and PCs type the same letters in different Unicode forms. NFC makes them one password. */
export const normalizePassword = (typed: string) => typed.normalize('NFC')

/** In characters, like the other lengths. */
export const SHORTEST_PASSWORD = 6
/** For staff and admins. */
export const SHORTEST_STAFF_PASSWORD = 12
export const LONGEST_PASSWORD = 200
export const PASSWORD_TOO_SHORT = `Password must be at least ${SHORTEST_PASSWORD} characters`
export const PASSWORD_TOO_LONG = `Password must be at most ${LONGEST_PASSWORD} characters`
export const PASSWORD_TOO_COMMON = 'This password is too common. Please choose another.'
export const PASSWORD_HINT = `At least ${SHORTEST_PASSWORD} characters, not a common one like 123456.`
export const STAFF_PASSWORD_HINT = `At least ${SHORTEST_STAFF_PASSWORD} characters, without the name, the email or the company.`
