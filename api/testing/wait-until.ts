import { vi } from 'vitest'

const PATIENCE_MS = 15_000

/** Vitest's own gives up after a second, which a machine that is shared with others can spend on nothing at all. */
export const waitUntil = (isSo: () => unknown) => vi.waitUntil(isSo, { timeout: PATIENCE_MS })
