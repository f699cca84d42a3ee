import { backUp } from '../../db/backup/backup.ts'
import { say } from '../base/terminal.ts'
import { type Command, expectNone } from './command.ts'
import { openOwnObjects } from './stored-files.ts'

const MEGABYTE = 1_048_576

export const command: Command = {
  async run({ positionals: [name, ...rest], values }) {
    expectNone({ positionals: rest, values })
    const { file, bytes, copied } = await backUp(process.env, await openOwnObjects(), name)
    say(`✔ ${file} (${(bytes / MEGABYTE).toFixed(1)} MB). Pictures and files copied: ${copied}`)
    return 0
  },
}
