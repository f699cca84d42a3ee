/** Defines the CSV file of a list: query, columns and source of the rows. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type * as z from 'zod'
import type { AuditSubject } from '#api/contract/platform/audit.ts'
import { recordExport } from '#api/platform/audit/export.ts'
import { type CsvColumn, sendCsv } from './csv.ts'

type Columns<Row> = readonly CsvColumn<Row>[]

interface FileDefinition<Query extends z.ZodType, Row> {
  /** The list's query without `PAGE_KEYS`: a file holds the whole list. */
  query: Query
  subject: AuditSubject
  /** Base name of the file. Unset: the subject's plural. */
  name?: string
  /** A function if the columns depend on the shop's settings. */
  columns: Columns<Row> | ((db: Knex) => Columns<Row> | Promise<Columns<Row>>)
  /** All rows in batches, such as a list's `stream`. */
  stream: (db: Knex, filters: z.output<Query>) => AsyncGenerator<Row[]>
}

/** A file to register with `fileCall`. */
export interface CsvFile<Query extends z.ZodType> {
  query: Query
  /** Records the download in the audit log, and sends the file. @throws Unavailable export_busy */
  send: (
    db: Knex,
    http: { request: FastifyRequest; reply: FastifyReply },
    filters: z.output<Query>,
  ) => Promise<FastifyReply>
}

export function defineFile<Query extends z.ZodType, Row>({
  query,
  subject,
  name = `${subject}s`,
  columns,
  stream,
}: FileDefinition<Query, Row>): CsvFile<Query> {
  return {
    query,
    send: async (db, { request, reply }, filters) => {
      const headed = typeof columns === 'function' ? await columns(db) : columns
      await recordExport(db, request, { subject, subjectId: null, label: `${name}.csv` })
      return sendCsv(reply, name, headed, stream(db, filters))
    },
  }
}
