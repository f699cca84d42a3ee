import { computed } from 'nanostores'
import { $session } from './session.ts'

/** A part of the keys of cached data, so that nobody sees that of another user. */
export const $userId = computed($session, ({ user }) => user?.id)
