/** Why a test may take more than half a minute, by a part of its title. */
const REASONS: [part: string, reason: string][] = [
  ['no request of any shape', 'Sends every call of the API hundreds of requests'],
  [
    'nothing scrolls sideways, and axe finds no barrier',
    'Walks several states, each at three widths and in two themes',
  ],
  ['a long word widens nothing', 'Walks several states, each at three widths'],
  ['everybody’s input is shown as text', 'Looks at every tab of three areas'],
  ['every call responds to every role', 'Makes every call of the API as each role'],
  ['whatever happens to delivered work', 'Plays hundreds of random histories'],
  ['whatever happens to an order in parts', 'Plays random histories, and checks all books after each step'],
  ['a call whose body was held back', 'Holds back the body of every changing call'],
  ['waits for a revocation that is under way', 'Makes every changing call against a lock'],
  ['customer and staff talk', 'Walks a conversation in two browsers'],
  ['a refund is asked for', 'Walks a refund through three people'],
  ['a password in a message', 'Walks access data to the end of its order'],
  ['thousands of links wait', 'Writes and sends thousands of mails'],
  ['Try Payment Again and the back button', 'Starts the full browser, which has a back-forward cache'],
]

export function reasonOf(title: string): string | undefined {
  return REASONS.find(([part]) => title.includes(part))?.[1]
}
