import { hash } from '@node-rs/argon2'

/**
 * A cheap hash for test users. Checking a password takes as long as its hash demands: almost nothing here, 15 ms with production's
 * settings.
 */
export const hashCheaply = (password: string) => hash(password, { memoryCost: 8, timeCost: 1 })
