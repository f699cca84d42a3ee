/** The Knex CLI's configuration: `npm run db:migrate` and its kin, on the database that `DATABASE_URL` names. */
import { migrationConfig } from './db/connection.ts'

export default {
  client: 'pg',
  connection: process.env.DATABASE_URL,
  migrations: migrationConfig,
}
