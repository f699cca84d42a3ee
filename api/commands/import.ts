import { createDb } from '../../db/connection/connection.ts'
import { findOwnerUrl } from '../../db/connection/postgres-client.ts'
import { say } from '../base/terminal.ts'
import { importByHand } from '../features/imports/import.ts'
import { IMPORT_KINDS, type ImportKind } from '../rules/import-columns.ts'
import { type Command, WrongUse } from './command.ts'

const MOST_FAULTS = 50

const isKind = (word: string | undefined): word is ImportKind => IMPORT_KINDS.some((kind) => kind === word)

export const command: Command = {
  options: { apply: { type: 'boolean', default: false } },
  async run({ positionals: [kind, path, ...others], values }) {
    if (!isKind(kind) || path === undefined || others.length > 0) {
      throw new WrongUse(`Name the kind of rows (${IMPORT_KINDS.join(' or ')}) and one file`)
    }
    const isApplied = values.apply === true
    const db = createDb(await findOwnerUrl(process.env), { poolMax: 2, applicationName: 'import' })
    try {
      const { counts, faults } = await importByHand(db, { kind, path, isApplied, mostFaults: MOST_FAULTS })
      for (const { row, column, value, message } of faults) {
        say(`✘ Row ${row}${column && `, ${column}`}${value && ` ‘${value}’`}: ${message}`)
      }
      if (faults.length === MOST_FAULTS) say('  … and perhaps more')
      const { newRows, existingRows, faultyRows } = counts
      say(
        `✔ ${newRows} ${isApplied ? 'imported' : 'would be imported'}, ${existingRows} there already, ${faultyRows} left out`,
      )
      if (!isApplied) say('  Nothing was written. --apply imports the file.')
      return faultyRows > 0 ? 1 : 0
    } finally {
      await db.destroy()
    }
  },
}
