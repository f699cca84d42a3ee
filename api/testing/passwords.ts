import { hash } from '@node-rs/argon2'

/**
 * Stored for a user of a test. Checking a password costs as much as its hash says: nothing here, and 15 ms with that of
 * production.
 */
export const hashCheaply = (password: string) => hash(password, { memoryCost: 8, timeCost: 1 })
