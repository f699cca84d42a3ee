import { backUp } from '../../db/backup.ts'
import { say } from '../terminal.ts'
import { type Command, expectNone } from './command.ts'

const MEGABYTE = 1_048_576

export const command: Command = {
  async run({ positionals: [name, ...rest], values }) {
    expectNone({ positionals: rest, values })
    const { file, bytes, pictures } = await backUp(process.env, name)
    say(`✔ ${file} (${(bytes / MEGABYTE).toFixed(1)} MB). Pictures copied: ${pictures}`)
    return 0
  },
}
