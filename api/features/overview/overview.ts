/** The figures of the overview. Counting them takes long in a large shop, so a job counts and stores them each minute. */
import type { Knex } from 'knex'
import type { Overview } from '../../contract/overview.ts'
import { countFigures, type OverviewFigures } from './figures.ts'

/** Older figures mean that the job does not run. They are then counted when they are read. */
const OLDEST_MINUTES = 2

interface StoredFigures {
  asOf: Date
  figures: OverviewFigures
}

export async function getOverview(db: Knex): Promise<Overview> {
  const stored = await db<StoredFigures>('overviewFigures')
    .whereRaw(`as_of > now() - interval '${OLDEST_MINUTES} minutes'`)
    .first('asOf', 'figures')
  const { asOf, figures } = stored ?? (await refreshOverview(db))
  return { asOf: asOf.toISOString(), ...figures }
}

/** @returns the stored figures, however old; undefined where there are none yet */
export async function findStoredFigures(db: Knex): Promise<StoredFigures | undefined> {
  return db<StoredFigures>('overviewFigures').first('asOf', 'figures')
}

export async function refreshOverview(db: Knex): Promise<StoredFigures> {
  return db.transaction(async (trx) => {
    const figures = await countFigures(trx)
    // now() is the start of the transaction, before anything was counted.
    const [stored] = await trx<StoredFigures>('overviewFigures')
      .insert({ asOf: trx.fn.now(), figures } as never)
      .onConflict('isOnlyRow' as never)
      .merge()
      .returning(['asOf', 'figures'])
    if (!stored) throw new Error('The figures were not stored')
    return stored
  })
}
