import type { EmbeddedPostgres } from '../../db/connection/embedded.ts'
import type { Figures } from './figures.ts'

/** What a section is given. */
export interface Bench {
  server: EmbeddedPostgres
  figures: Figures
  isQuick: boolean
}
