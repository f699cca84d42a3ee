import { setTimeout as delay } from 'node:timers/promises'
import { runNightly } from '../../db/backup/nightly.ts'
import { say } from '../base/terminal.ts'
import { type Command, expectNone } from './command.ts'
import { openOwnObjects } from './stored-files.ts'

/** The hour, in UTC, at which most customers sleep. */
const AT = { hour: 20, minute: 30 }

function nextNight(now: Date): Date {
  const next = new Date(now)
  next.setUTCHours(AT.hour, AT.minute, 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  return next
}

export const command: Command = {
  options: { once: { type: 'boolean', default: false } },
  async run(given) {
    expectNone(given)
    const objects = await openOwnObjects()
    if (given.values.once) {
      await runNightly(process.env, say, objects)
      return 0
    }
    process.once('SIGTERM', () => process.exit(0))
    for (;;) {
      await delay(nextNight(new Date()).getTime() - Date.now())
      // The loop goes on after a failure: admins are notified of a missing backup, and the next night may succeed.
      await runNightly(process.env, say, objects).catch((error: Error) => say(`✘ ${error.message}`))
    }
  },
}
