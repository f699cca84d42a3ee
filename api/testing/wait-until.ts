import { vi } from 'vitest'

const PATIENCE_MS = 15_000

/** Vitest's default of a second is too short on a busy machine. */
export const waitUntil = (isSo: () => unknown) => vi.waitUntil(isSo, { timeout: PATIENCE_MS })
