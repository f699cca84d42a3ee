/** The states of a mail that answers one of the shop's. */

/** isWaiting: its customer says whether it is theirs. isRefused: it was never read, so nobody sees it. */
export const INCOMING_MAIL_STATE = {
  waiting: { isWaiting: true, isRefused: false },
  posted: { isWaiting: false, isRefused: false },
  discarded: { isWaiting: false, isRefused: false },
  refused: { isWaiting: false, isRefused: true },
} as const satisfies Record<string, { isWaiting: boolean; isRefused: boolean }>
