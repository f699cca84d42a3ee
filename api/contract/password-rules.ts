/** Characters. */
export const SHORTEST_PASSWORD = 6
export const LONGEST_PASSWORD = 200
export const PASSWORD_TOO_SHORT = `Password must be at least ${SHORTEST_PASSWORD} characters`
export const PASSWORD_TOO_LONG = `Password must be at most ${LONGEST_PASSWORD} characters`
export const PASSWORD_HINT = `At least ${SHORTEST_PASSWORD} characters.`
