/** Collects the measured figures, compares them with their budgets, and writes them as JSON. */
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '#db/connection/embedded.ts'
import { BENCH_DIR } from './machine.ts'

export interface Bench {
  server: EmbeddedPostgres
  figures: Figures
  isQuick: boolean
}

export type Unit = '×' | 'ms' | 's' | 'MiB' | 'KiB' | 'packages' | 'requests' | '/s' | ''

interface Budget {
  atLeast?: number
  atMost?: number
}

export interface Figure {
  section: string
  name: string
  value: number
  unit: Unit
  /** Only ratios within one run, sizes and counts have a budget, because they are the same on every machine. */
  budget?: Budget
  note?: string
}

/** Speed and memory vary by this share between runs and machines. A smaller miss is shown, but fails nothing. */
const TOLERANCE = 0.1
const VARYING: readonly Unit[] = ['×', 'MiB']
const MARKS = { met: '✔', near: '≈', missed: '✘' } as const

export class Figures {
  readonly all: Figure[] = []
  readonly #isQuick: boolean

  constructor({ isQuick }: { isQuick: boolean }) {
    this.#isQuick = isQuick
  }

  add({ budget, ...measured }: Figure): void {
    // A quick run says nothing about speed.
    const figure = { ...measured, ...(budget && !this.#isQuick && { budget }) }
    const isSame = ({ section, name, unit }: Figure) =>
      section === figure.section && name === figure.name && unit === figure.unit
    const before = this.all.findIndex(isSame)
    if (before < 0) this.all.push(figure)
    else if (isBetter(figure, this.all[before] as Figure)) this.all[before] = figure
    process.stdout.write(`${describe(figure)}\n`)
  }

  get missed(): Figure[] {
    return this.all.filter((figure) => judge(figure) === 'missed')
  }

  async write(): Promise<void> {
    await mkdir(BENCH_DIR, { recursive: true })
    const run = { at: new Date().toISOString(), node: process.version, cores: cpus().length }
    const file = join(BENCH_DIR, this.#isQuick ? 'quick.json' : 'figures.json')
    await writeFile(file, `${JSON.stringify({ ...run, figures: this.all }, null, 2)}\n`)
  }
}

/** Of two measurements the better one counts, because other work on the machine only makes figures worse. */
const isBetter = ({ value, budget }: Figure, before: Figure): boolean =>
  budget?.atLeast === undefined ? value <= before.value : value >= before.value

function judge({ value, unit, budget = {} }: Figure): keyof typeof MARKS {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = budget
  if (value >= atLeast && value <= atMost) return 'met'
  const isNear = value >= atLeast * (1 - TOLERANCE) && value <= atMost * (1 + TOLERANCE)
  return VARYING.includes(unit) && isNear ? 'near' : 'missed'
}

function describe(figure: Figure): string {
  const { section, name, note = '', value, unit, budget } = figure
  const least = budget?.atLeast === undefined ? '' : `≥ ${budget.atLeast} ${unit}`
  const most = budget?.atMost === undefined ? '' : `≤ ${budget.atMost} ${unit}`
  const written = `${Number(value.toPrecision(3)).toLocaleString('en')} ${unit}`.padStart(12)
  const mark = budget ? MARKS[judge(figure)] : ' '
  return `${mark} ${section.padEnd(10)} ${name.padEnd(58)} ${written}  ${`${least}${most}`.padEnd(12)} ${note}`
}
