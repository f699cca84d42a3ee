import { formatAmount } from '#api/rules/money/format.ts'
import { formatNumber } from '#site/kit/format/count.ts'

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })
/** How many names fit below vertical bars, on a phone and on wider screens. */
const NAMES_IN_ROW = { phone: 5, wide: 12 }

interface BarChartProps {
  /** What the chart shows, for screen readers. The figures are in a table below it. */
  label: string
  names: string[]
  values: number[]
  /** Set if the values are amounts of money. */
  currency?: string | undefined
  /** Whether the bars are horizontal, which leaves room for long names. */
  isLying?: boolean
}

/** Bars that start at 0, with a scale of round figures. Each bar has its figure, exact for screen readers and on hover. */
export function BarChart({ label, names, values, currency, isLying = false }: BarChartProps) {
  const ticks = makeTicks(Math.max(...values))
  const sign = currency ? formatAmount(0, currency).replaceAll(/[\d.,\s]/g, '') : ''
  const shorten = (value: number) => `${sign}${compact.format(value)}`
  const share = (value: number) => `${(100 * value) / (ticks.at(-1) ?? 1)}%`
  const bars = names.map((name, index) => {
    const value = values[index] ?? 0
    const figure = currency ? formatAmount(value, currency) : formatNumber(value)
    const short = value === 0 ? '' : currency ? shorten(value) : figure
    return { name, index, share: share(value), figure, short }
  })
  const steps = ticks.map((tick) => ({
    share: share(tick),
    text: shorten(tick),
  }))
  const Bars = isLying ? LyingBars : StandingBars
  return (
    <figure aria-label={label} className="h-full text-xs tabular-nums text-ink-quiet">
      <Bars bars={bars} steps={steps} />
      <ul className="sr-only">
        {bars.map(({ name, index, figure }) => (
          <li key={index}>
            {name}: {figure}
          </li>
        ))}
      </ul>
    </figure>
  )
}

interface BarsProps {
  bars: { name: string; index: number; share: string; figure: string; short: string }[]
  steps: { share: string; text: string }[]
}

/** `[.group:hover_&]` also works on a tap; Tailwind's `group-hover` needs a mouse. */
const BAR = 'bg-accent transition-colors [.group:hover_&]:bg-accent-strong forced-colors:bg-[CanvasText]'

function StandingBars({ bars, steps }: BarsProps) {
  // A figure wider than its bar is written vertically. Thirty of them have no room on a phone.
  const figureLook =
    bars.length > NAMES_IN_ROW.wide
      ? 'max-lg:hidden'
      : 'max-sm:pb-0.5 max-sm:text-[10px] max-sm:[writing-mode:vertical-rl]'
  const isNamed = (index: number, most: number) => index % Math.ceil(bars.length / most) === 0
  return (
    <div
      aria-hidden="true"
      className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_1.5rem] gap-x-2 pt-5"
    >
      <div className="relative">
        {/* An invisible copy makes the column as wide as its widest figure. */}
        {steps.map(({ share, text }) => (
          <span key={text} className="block h-0 text-right">
            <span className="invisible">{text}</span>
            <span className="absolute right-0 translate-y-1/2" style={{ bottom: share }}>
              {text}
            </span>
          </span>
        ))}
      </div>
      <div className="relative flex">
        {steps.map(({ share, text }) => (
          <span key={text} className="absolute inset-x-0 border-t border-line" style={{ bottom: share }} />
        ))}
        {bars.map(({ name, index, share, figure, short }) => (
          <div key={name} className="group relative flex flex-1 items-end justify-center">
            <span
              className={`absolute whitespace-nowrap text-[11px] text-ink ${figureLook}`}
              style={{ bottom: share }}
            >
              {short}
            </span>
            <div className={`w-4/5 max-w-10 rounded-t-sm ${BAR}`} style={{ height: share }} />
            <Figure
              name={name}
              figure={figure}
              className={index < bars.length / 2 ? 'left-0' : 'right-0'}
              style={{ bottom: `min(${share}, 100% - 3.25rem)` }}
            />
          </div>
        ))}
      </div>
      <div className="col-start-2 flex items-end">
        {bars.map(({ name, index }) => (
          <span key={name} className="flex w-0 flex-1 justify-center whitespace-nowrap">
            <span
              className={`${isNamed(index, NAMES_IN_ROW.phone) ? '' : 'max-sm:hidden'} ${isNamed(index, NAMES_IN_ROW.wide) ? '' : 'sm:hidden'}`}
            >
              {name}
            </span>
          </span>
        ))}
      </div>
    </div>
  )
}

function LyingBars({ bars, steps }: BarsProps) {
  return (
    <div
      aria-hidden="true"
      className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_1.5rem] gap-x-2 pr-8"
    >
      <div className="flex flex-col text-right">
        {bars.map(({ name, index }) => (
          <span key={index} className="flex flex-1 items-center justify-end">
            {/* A longer name leaves no room for the bars. */}
            <span className="max-w-32 truncate sm:max-w-60">{name}</span>
          </span>
        ))}
      </div>
      <div className="relative flex flex-col">
        {steps.map(({ share, text }) => (
          <span key={text} className="absolute inset-y-0 border-l border-line" style={{ left: share }} />
        ))}
        {bars.map(({ name, index, share, figure, short }) => (
          <div key={index} className="group relative flex flex-1 items-center">
            <div className={`h-4/5 max-h-6 rounded-r-sm ${BAR}`} style={{ width: share }} />
            <span className="absolute ml-1.5 text-ink" style={{ left: share }}>
              {short}
            </span>
            <Figure
              name={name}
              figure={figure}
              className="top-1/2 -translate-y-1/2"
              style={{ left: `min(${share}, 50%)` }}
            />
          </div>
        ))}
      </div>
      <div className="relative col-start-2">
        {steps.map(({ share, text }) => (
          <span key={text} className="absolute bottom-0 -translate-x-1/2" style={{ left: share }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

interface FigureProps {
  name: string
  figure: string
  className: string
  style: React.CSSProperties
}

function Figure({ name, figure, className, style }: FigureProps) {
  return (
    <p
      className={`pointer-events-none absolute z-10 hidden whitespace-nowrap rounded-lg bg-ink px-2.5 py-1.5 text-ground [.group:hover_&]:block ${className}`}
      style={style}
    >
      <span className="block font-medium">{name}</span>
      <span className="block font-semibold">{figure}</span>
    </p>
  )
}

/** At most six round figures, from 0 to the largest value or slightly above. @example makeTicks(230) // [0, 50, …, 250] */
function makeTicks(largest: number): number[] {
  const rough = Math.max(largest, 1) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10))
  return Array.from({ length: Math.ceil(Math.max(largest, 1) / step) + 1 }, (_, index) => index * step)
}
