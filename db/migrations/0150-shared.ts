import type { Knex } from 'knex'
import { getConstructionPlans } from 'pg-boss'

/** The plan of the job queue is a transaction of its own. */
export const config = { transaction: false }

/** What belongs to all rooms: extensions, the queue of jobs, and the functions that tables of several rooms use. */
export async function up(knex: Knex): Promise<void> {
  // Trusted extensions: whoever may create in the database may install them.
  await knex.raw('CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS unaccent')
  const {
    rows: [{ schema }],
  } = await knex.raw(
    `SELECT quote_ident(nspname) AS schema FROM pg_extension
      JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'unaccent'`,
  )
  await knex.raw(`
    -- What is searched by, without case and accents. Immutable, as an index demands, although the rules of unaccent could be
    -- edited. In PL/pgSQL, because PostgreSQL starts an executor for each call of a function in SQL. Names are qualified,
    -- because a restore has no search path.
    CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text
      LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
    BEGIN
      IF octet_length(value) = length(value) THEN
        RETURN replace(lower(value), '\`', '''');
      END IF;
      RETURN lower(${schema}.unaccent('${schema}.unaccent'::regdictionary, normalize(translate(value, '´\`ςΣ', '''''σσ'), NFKD)));
    END $$;

    -- Of tables whose rows are never changed.
    CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END $$;

    -- Programs follow a table in the order of the transactions that wrote its rows last, of which they see those that are over.
    CREATE OR REPLACE FUNCTION mark_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.changed_in := pg_current_xact_id();
      NEW.changed_at := now();
      RETURN NEW;
    END $$;
  `)
  await createJobs(knex)
}

/** The job queue's schema, as the installed pg-boss creates it; a later version upgrades it when it starts. */
async function createJobs(knex: Knex): Promise<void> {
  // Left by an earlier try that was aborted.
  await knex.raw('DROP SCHEMA IF EXISTS jobs CASCADE')
  await knex.raw(getConstructionPlans('jobs').replaceAll('?', '\\?'))
  // Done jobs are stored for a month. Those that are not are counted every few seconds, without reading the others.
  await knex.raw(`CREATE INDEX job_unfinished_idx ON jobs.job (name, state) WHERE state <> 'completed'`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
