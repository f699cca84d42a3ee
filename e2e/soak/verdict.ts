/** Decides whether a figure is flat by comparing its medians in the second and the last quarter. The first quarter is warm-up. */
import { median } from '#e2e/support/load.ts'
import type { Sample } from './samples.ts'

/**
 * How much the last quarter may exceed the second: a share, plus a constant. In an hour there are about 15,000 calls between
 * the two, so 2 MiB of heap are 140 bytes per call. Resident memory varies more, because V8 returns pages late. Sockets vary
 * with the callers' open connections. Dead rows grow until autovacuum starts, at a fifth of a table.
 */
const MAY_GROW: [figure: RegExp, share: number, constant: number][] = [
  [/: resident MiB$/, 0.1, 8],
  [/: heap MiB$/, 0.02, 2],
  [/: external MiB$/, 0.1, 2],
  [/: sockets$/, 0, 6],
  [/: other files$/, 0, 2],
  [/^database connections$/, 0, 3],
  [/^jobs due$/, 0, 10],
  [/^jobs failed$/, 0, 2],
  [/^provider events open$/, 0, 5],
  [/^unlogged tables MiB$/, 0.1, 1],
  [/^bytes a stored job$/, 0.1, 0],
  [/^dead rows a live one$/, 0, 0.2],
]

export interface Judged {
  figure: string
  second: number
  last: number
  /** Undefined for a figure that grows with the orders and is only shown. */
  isFlat: boolean | undefined
}

export function judge(samples: Sample[]): Judged[] {
  const quarter = Math.floor(samples.length / 4)
  return Object.keys(samples[0] ?? {}).map((figure) => {
    const medianOf = (some: Sample[]) => median(some.map((sample) => sample[figure] ?? Number.NaN))
    const second = medianOf(samples.slice(quarter, 2 * quarter))
    const last = medianOf(samples.slice(-quarter))
    const [, share = 0, constant = 0] = MAY_GROW.find(([pattern]) => pattern.test(figure)) ?? []
    const isJudged = MAY_GROW.some(([pattern]) => pattern.test(figure))
    return { figure, second, last, isFlat: isJudged ? last <= second * (1 + share) + constant : undefined }
  })
}
