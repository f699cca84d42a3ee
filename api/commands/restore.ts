import { restore } from '../../db/backup/restore.ts'
import { say } from '../base/terminal.ts'
import { type Command, readOne } from './command.ts'
import { openOwnObjects } from './stored-files.ts'

export const command: Command = {
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
