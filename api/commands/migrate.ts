import { migrate } from '../../db/connection/migrate.ts'
import { say } from '../base/terminal.ts'
import { type Command, expectNone } from './command.ts'

export const command: Command = {
  async run(given) {
    expectNone(given)
    const applied = await migrate(process.env)
    say(`✔ ${applied.length > 0 ? `${applied.length} migrations applied` : 'The database is up to date'}`)
    return 0
  },
}
