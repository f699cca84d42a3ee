import { importCustomers } from '#api/operations/imports/import-customers.ts'
import { say } from '#api/platform/logging/terminal.ts'
import { createDb } from '#db/connection/connection.ts'
import { findOwnerUrl } from '#db/connection/postgres-client.ts'
import { type Command, WrongUse } from './command.ts'

const MOST_FAULTS = 50

export const command: Command = {
  options: { apply: { type: 'boolean', default: false } },
  async run({ positionals: [path, ...others], values }) {
    if (path === undefined || others.length > 0) throw new WrongUse('Name one file')
    const isApplied = values.apply === true
    const db = createDb(await findOwnerUrl(process.env), { poolMax: 2, applicationName: 'import' })
    try {
      const { counts, faults } = await importCustomers(db, { path, isApplied, mostFaults: MOST_FAULTS })
      for (const { row, column, value, message } of faults) {
        say(`✘ Row ${row}${column && `, ${column}`}${value && ` ‘${value}’`}: ${message}`)
      }
      if (faults.length === MOST_FAULTS) say('  … and perhaps more')
      const { newRows, existingRows, faultyRows } = counts
      say(
        `✔ ${newRows} ${isApplied ? 'imported' : 'would be imported'}, ${existingRows} there already, ${faultyRows} left out`,
      )
      if (!isApplied) say('  Nothing was written. --apply imports the file.')
      else if (newRows > 0)
        say(
          '  Nobody was mailed. A customer gets a link to choose a password by ‘Forgot password?’ in the sign-in form.',
        )
      return faultyRows > 0 ? 1 : 0
    } finally {
      await db.destroy()
    }
  },
}
