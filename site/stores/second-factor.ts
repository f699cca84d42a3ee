import { atom } from 'nanostores'

/** The API refuses everything until a second factor is set up. */
export const $isSetupRequired = atom(false)
