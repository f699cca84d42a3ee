import { setTimeout as delay } from 'node:timers/promises'
import { readEnv } from '#api/platform/environment/env.ts'
import { say } from '#api/platform/logging/terminal.ts'
import { openObjects } from '#api/platform/storage/open.ts'
import { backUp } from '#db/backup/backup.ts'
import { runNightly } from '#db/backup/nightly.ts'
import { restore } from '#db/backup/restore.ts'
import { type Command, expectNoArguments, readOne } from './command.ts'

/** Opens the storage of pictures and order files that the environment configures. */
const openOwnObjects = () => openObjects(readEnv(process.env).env)

const MEGABYTE = 1_048_576

export const backup: Command = {
  async run({ positionals: [name, ...rest], values }) {
    expectNoArguments({ positionals: rest, values })
    const { file, bytes, copied } = await backUp(process.env, await openOwnObjects(), name)
    say(`✔ ${file} (${(bytes / MEGABYTE).toFixed(1)} MB). Pictures and files copied: ${copied}`)
    return 0
  },
}

/** In UTC, at a time when most customers sleep. */
const AT = { hour: 20, minute: 30 }

function nextNight(now: Date): Date {
  const next = new Date(now)
  next.setUTCHours(AT.hour, AT.minute, 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  return next
}

export const nightly: Command = {
  options: { once: { type: 'boolean', default: false } },
  async run(given) {
    expectNoArguments(given)
    const objects = await openOwnObjects()
    if (given.values.once) {
      await runNightly(process.env, say, objects)
      return 0
    }
    process.once('SIGTERM', () => process.exit(0))
    for (;;) {
      await delay(nextNight(new Date()).getTime() - Date.now())
      // The loop continues after a failure: admins are notified of a missing backup, and the next night may succeed.
      await runNightly(process.env, say, objects).catch((error: Error) => say(`✘ ${error.message}`))
    }
  },
}

export const restoreBackup: Command = {
  options: {
    replace: { type: 'boolean', default: false },
    erasures: { type: 'string', multiple: true, default: [] },
    'no-erasures': { type: 'boolean', default: false },
  },
  async run(given) {
    const file = readOne(given, 'backup')
    const { tables, erasedAgain, copied, missing } = await restore(process.env, file, {
      isReplacing: given.values.replace === true,
      erasureLogs: given.values.erasures as string[],
      isWithoutErasures: given.values['no-erasures'] === true,
      objects: await openOwnObjects(),
    })
    say(
      `✔ ${file} restored: ${tables} tables. Customers erased again: ${erasedAgain}. Pictures and files put back: ${copied}`,
    )
    for (const id of missing) say(`✘ The file ${id} is missing, or is another one than at the backup`)
    return 0
  },
}
