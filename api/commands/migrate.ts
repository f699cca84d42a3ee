import { say } from '#api/platform/logging/terminal.ts'
import { listMigrations, migrate } from '#db/connection/migrate.ts'
import { type Command, expectNoArguments } from './command.ts'

export const apply: Command = {
  async run(given) {
    expectNoArguments(given)
    const applied = await migrate(process.env)
    say(`✔ ${applied.length > 0 ? `${applied.length} migrations applied` : 'The database is up to date'}`)
    return 0
  },
}

export const list: Command = {
  async run(given) {
    expectNoArguments(given)
    const { applied, pending } = await listMigrations(process.env)
    for (const name of applied) say(`✔ ${name}`)
    for (const name of pending) say(`✘ ${name}: not applied yet`)
    return pending.length > 0 ? 1 : 0
  },
}
