/** Why a test may take more than half a minute, by a part of its title. */
const REASONS: [part: string, reason: string][] = [
  ['no request of any shape', 'Sends every call of the API hundreds of requests'],
  [
    'nothing scrolls sideways, and axe finds no barrier',
    'Walks several states, each at three widths and in two themes',
  ],
  ['thousands of links wait', 'Writes and sends thousands of mails'],
  ['Try Payment Again and the back button', 'Starts the full browser, which has a back-forward cache'],
]

export function reasonOf(title: string): string | undefined {
  return REASONS.find(([part]) => title.includes(part))?.[1]
}
