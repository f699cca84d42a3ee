/** The personal data in each table of the database. */
import { PERSONAL_DATA } from '#db/personal-data/registry.ts'
import { writeTable } from './markdown.ts'

export const writePersonalData = () =>
  writeTable(
    ['table', 'its customer by', "in 'My data'", 'after an erasure', 'removed by the rule'],
    PERSONAL_DATA.filter(({ owner }) => owner !== 'shop').map(({ table, owner, exported, erased, kept }) => [
      `\`${table}\``,
      `\`${owner}\``,
      exported.startsWith('no: ') ? exported : `\`${exported}\``,
      Object.entries(erased)
        .map(([how, columns]) => (columns ? `${how} (${columns.split(/\s+/).join(', ')})` : how))
        .join('; '),
      kept.join('; '),
    ]),
  )
