/** Why a test may take more than half a minute, by the beginning of its title. */
const REASONS: [title: string, reason: string][] = [
  ['no request of any shape', 'Sends every call of the API hundreds of requests'],
  ['thousands of links wait', 'Writes and sends thousands of mails'],
  ['Try Payment Again and the back button', 'Starts the whole browser, which alone has a back-forward cache'],
]

export function reasonOf(title: string): string | undefined {
  return REASONS.find(([beginning]) => title.includes(beginning))?.[1]
}
