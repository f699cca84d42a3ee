import { vi } from 'vitest'

const TIMEOUT_MS = 15_000

/** Vitest's default of a second is too short on a busy machine. */
export const waitUntil = (condition: () => unknown) => vi.waitUntil(condition, { timeout: TIMEOUT_MS })
