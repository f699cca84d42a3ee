/** A CSV file of a list, said once beside it: its query, its columns and where its rows come from. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type * as z from 'zod'
import type { AuditSubject } from '#api/contract/platform/audit.ts'
import { recordExport } from '#api/platform/audit/export.ts'
import { type CsvColumn, sendCsv } from './csv.ts'

type Columns<Row> = readonly CsvColumn<Row>[]

interface FileDefinition<Query extends z.ZodType, Row> {
  /** That of the list without its page (`PAGE_KEYS`): a file holds the whole list. */
  query: Query
  /** What the audit log says was exported. */
  subject: AuditSubject
  /** Of the file. Unset: the subject's plural. */
  name?: string
  /** A function where they depend on the shop. */
  columns: Columns<Row> | ((db: Knex) => Columns<Row> | Promise<Columns<Row>>)
  /** All rows in batches, such as `stream` of a list. */
  stream: (db: Knex, filters: z.output<Query>) => AsyncGenerator<Row[]>
}

/** What `fileCall` registers. */
export interface CsvFile<Query extends z.ZodType> {
  query: Query
  /** Records who has downloaded the file, and sends it. @throws Unavailable export_busy */
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
