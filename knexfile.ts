/** The Knex CLI's configuration, as the database's owner: `npx knex migrate:make`. */
import { migrationConfig } from '#db/connection/connection.ts'

export default {
  client: 'pg',
  connection: process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL,
  migrations: migrationConfig,
}
