/** One content folder: reads and checks its files, fills in their placeholders, and collects every fault. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod'
import type { Markdown } from '#api/contract/content/content.ts'
import { readYaml } from './yaml-text.ts'

const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g
const HEAD = /^---\n([\s\S]*?)^---(?=\n)/m

export class Folder {
  readonly problems: string[] = []
  /** The values that placeholders in the files may use. */
  names: Record<string, unknown> = {}
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
  }

  report(name: string, problem: string): void {
    this.problems.push(`${join(this.#dir, name)}: ${problem}`)
  }

  /** @returns the sorted names of files with this ending, without the ending */
  list(name: string, ending: string): string[] {
    const dir = join(this.#dir, name)
    if (!existsSync(dir)) return []
    const files = readdirSync(dir).filter((file) => file.endsWith(ending))
    return files.map((file) => file.slice(0, -ending.length)).sort()
  }

  has(name: string): boolean {
    return existsSync(join(this.#dir, name))
  }

  /** Reports a missing file. @returns whether the file exists */
  expectFile(name: string): boolean {
    const isPresent = this.has(name)
    if (!isPresent) this.report(name, 'is missing')
    return isPresent
  }

  readFile(name: string): string | undefined {
    return this.expectFile(name) ? readFileSync(join(this.#dir, name), 'utf8') : undefined
  }

  readYaml<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> | undefined {
    const text = this.readFile(name)
    return text === undefined ? undefined : this.#check(name, text, schema)
  }

  /** Reads a file with YAML front matter between lines of three hyphens, followed by text. */
  readMarkdown<Schema extends z.ZodObject>(
    name: string,
    schema: Schema,
  ): (z.output<Schema> & Markdown) | undefined {
    const source = this.readFile(name)
    if (source === undefined) return undefined
    const [before = '', head = ''] = HEAD.exec(source) ?? []
    const checked = this.#check(name, head, schema, 2)
    const linesBefore = before.split('\n').length
    const lines = source.slice(before.length).split('\n')
    const text = lines.map((line, index) => this.#fillLine(name, line, linesBefore + index)).join('\n')
    return checked && { ...checked, text }
  }

  /** @returns the text of a Markdown file without its front matter, filled in */
  readText(name: string): string {
    return this.#fill(this.readFile(name)?.replace(HEAD, '') ?? '')
  }

  #check<Schema extends z.ZodType>(name: string, text: string, schema: Schema, firstLine = 1) {
    const { data, problems } = readYaml({ text, schema, fill: (value) => this.#fill(value) })
    for (const { line, problem } of problems) this.report(`${name}:${line + firstLine - 1}`, problem)
    return data
  }

  #fillLine(name: string, line: string, number: number): string {
    try {
      return this.#fill(line)
    } catch (error) {
      this.report(`${name}:${number}`, error instanceof Error ? error.message : String(error))
      return line
    }
  }

  /** Fills in placeholders. @throws Error for an unknown placeholder */
  #fill(text: string): string {
    return text.replace(PLACEHOLDER, (placeholder, path: string) => {
      const value = path
        .split('.')
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], this.names)
      if (typeof value !== 'string' && typeof value !== 'number')
        throw new Error(`${placeholder} names no value`)
      return String(value)
    })
  }
}
