/** Parses YAML and checks it against a schema. Problems name the line. */
import { isMap, isNode, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import type * as z from 'zod'

interface Reading<Schema extends z.ZodType> {
  text: string
  schema: Schema
  /** Fills in the placeholders of each text. @throws Error with the problem */
  fill: (text: string) => string
}

interface Read<Schema extends z.ZodType> {
  /** Absent if there is a problem. */
  data?: z.output<Schema>
  /** Sorted by line, counted from 1. */
  problems: { line: number; problem: string }[]
}

export function readYaml<Schema extends z.ZodType>({ text, schema, fill }: Reading<Schema>): Read<Schema> {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false })
  const found: { offset: number; problem: string }[] = []
  const finish = (data?: z.output<Schema>): Read<Schema> => ({
    ...(found.length === 0 && { data }),
    problems: found.map(({ offset, problem }) => ({ line: lineCounter.linePos(offset).line, problem })),
  })

  for (const { pos, message } of document.errors) found.push({ offset: pos[0], problem: message })
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value !== 'string') return
      try {
        node.value = fill(node.value)
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error)
        found.push({ offset: node.range?.[0] ?? 0, problem })
      }
    },
  })
  if (found.length > 0) return finish()

  const parsed = schema.safeParse(document.toJS())
  if (parsed.success) return finish(parsed.data)
  for (const issue of parsed.error.issues) {
    // An unknown key is reported on its own line, not on that of the map that contains it.
    const isUnknown = issue.code === 'unrecognized_keys'
    const paths = isUnknown ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of paths) {
      const { offset, isPresent } = locate(document.contents, path)
      const fault = isUnknown ? 'is unknown' : isPresent ? issue.message : 'is missing'
      found.push({ offset, problem: [path.join('.'), fault].filter(Boolean).join(' ') })
    }
  }
  return finish()
}

/** @returns where the key or entry at this path begins, or its nearest existing parent */
function locate(root: unknown, path: readonly PropertyKey[]): { offset: number; isPresent: boolean } {
  let offset = 0
  let node = root
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(key) === String(part))
      if (isNode(pair?.key)) offset = pair.key.range?.[0] ?? offset
      node = pair?.value
    } else if (isSeq(node)) {
      node = node.items[Number(part)]
      if (isNode(node)) offset = node.range?.[0] ?? offset
    } else node = undefined
  }
  return { offset, isPresent: node !== undefined }
}
