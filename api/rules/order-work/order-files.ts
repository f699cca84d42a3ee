/** The states of a file of an order. Without zod, so that pages can load it. */

interface FileRules {
  /** Whether bytes of it are still to come. Until then nobody sees it. */
  isArriving: boolean
  /** Whether it has arrived whole, and may be sent with a message, an answer or a delivery. */
  isKept: boolean
  /** Whether it is looked at for what harms. Meanwhile a delivery that has it is not accepted by time. */
  isInCheck: boolean
  /** Whether it can be downloaded. */
  isReady: boolean
  /** Whether it was found harmful: its bytes are removed. */
  isRefused: boolean
}
export const FILE_STATE = {
  uploading: { isArriving: true, isKept: false, isInCheck: false, isReady: false, isRefused: false },
  checking: { isArriving: false, isKept: true, isInCheck: true, isReady: false, isRefused: false },
  ready: { isArriving: false, isKept: true, isInCheck: false, isReady: true, isRefused: false },
  refused: { isArriving: false, isKept: false, isInCheck: false, isReady: false, isRefused: true },
} as const satisfies Record<string, FileRules>
