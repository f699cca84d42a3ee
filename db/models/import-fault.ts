import { Model } from 'objection'

/** What is wrong with a cell of an imported file. */
export class ImportFault extends Model {
  static override tableName = 'import_faults'

  declare id: number
  declare importId: number
  /** As a spreadsheet counts: the headings are row 1. */
  declare rowNumber: number
  /** Empty: the row as a whole. */
  declare columnName: string
  declare value: string
  declare message: string
  declare createdAt: Date
}
