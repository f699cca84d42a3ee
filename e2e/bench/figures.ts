/** Collects the measured figures, compares them with their budgets, and writes them as a table and as JSON. */
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { BENCH_DIR } from './machine.ts'

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

export class Figures {
  readonly all: Figure[] = []
  readonly #isQuick: boolean

  constructor({ isQuick }: { isQuick: boolean }) {
    this.#isQuick = isQuick
  }

  add({ budget, ...measured }: Figure): void {
    // A quick run says nothing about speed.
    const figure = { ...measured, ...(budget && !this.#isQuick && { budget }) }
    const isSame = ({ section, name }: Figure) => section === figure.section && name === figure.name
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
    const [cpu] = cpus()
    const run = { at: new Date().toISOString(), node: process.version, cpu: cpu?.model, cores: cpus().length }
    const file = join(BENCH_DIR, this.#isQuick ? 'quick.json' : 'figures.json')
    await writeFile(file, `${JSON.stringify({ ...run, figures: this.all }, null, 2)}\n`)
    if (!this.#isQuick) await writeFile(join(BENCH_DIR, 'figures.md'), this.#toMarkdown())
  }

  #toMarkdown(): string {
    const rows = this.all.map((figure) => {
      const { section, name, note = '' } = figure
      return `| ${section} | ${name} | ${write(figure.value, figure.unit)} | ${describeBudget(figure)} | ${note} |\n`
    })
    return `| | what | measured | budget | |\n|---|---|---:|---:|---|\n${rows.join('')}`
  }
}

/** Of two measurements the better one counts, because other work on the machine only makes figures worse. */
const isBetter = ({ value, budget }: Figure, before: Figure): boolean =>
  budget?.atLeast === undefined ? value <= before.value : value >= before.value

const MARKS = { met: '✔', near: '≈', missed: '✘' } as const

function judge({ value, unit, budget = {} }: Figure): keyof typeof MARKS {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = budget
  if (value >= atLeast && value <= atMost) return 'met'
  const isNear = value >= atLeast * (1 - TOLERANCE) && value <= atMost * (1 + TOLERANCE)
  return VARYING.includes(unit) && isNear ? 'near' : 'missed'
}

function describe(figure: Figure): string {
  const mark = figure.budget ? MARKS[judge(figure)] : ' '
  const { section, name, note = '' } = figure
  const value = write(figure.value, figure.unit).padStart(12)
  return `${mark} ${section.padEnd(10)} ${name.padEnd(58)} ${value}  ${describeBudget(figure).padEnd(10)} ${note}`
}

function describeBudget({ budget, unit }: Figure): string {
  if (budget?.atLeast !== undefined) return `≥ ${write(budget.atLeast, unit)}`
  return budget?.atMost === undefined ? '' : `≤ ${write(budget.atMost, unit)}`
}

function write(value: number, unit: Unit): string {
  const isFine = unit === '×' || unit === 's' || unit === ''
  const digits = isFine
    ? Math.abs(value) < 0.1 && value !== 0
      ? 3
      : 2
    : Math.abs(value) < 10 && unit !== 'requests'
      ? 1
      : 0
  return unit === '×' ? `${value.toFixed(digits)} ×` : `${value.toFixed(digits)} ${unit}`.trim()
}
