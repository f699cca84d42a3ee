import type { EmbeddedPostgres } from '#db/connection/embedded.ts'
import type { Figures } from './figures.ts'

export interface Bench {
  server: EmbeddedPostgres
  figures: Figures
  isQuick: boolean
}
