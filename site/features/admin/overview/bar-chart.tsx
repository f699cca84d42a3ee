import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js'
import { useEffect, useRef } from 'react'
import { formatUsd } from '../../../format/money.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { makeBarOptions, readBarColors } from './chart-options.ts'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

const number = new Intl.NumberFormat('en-US')
const formatCount = (value: number) => number.format(value)

interface BarChartProps {
  /** What it shows, for readers; the figures stand in a table beside it. */
  label: string
  names: string[]
  values: number[]
  isMoney?: boolean
  /** Horizontal bars, for long names. */
  isLying?: boolean
}

export function BarChart({ label, names, values, isMoney = false, isLying = false }: BarChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const figures = JSON.stringify([names, values])

  // Created anew rather than updated, because chart.js caches colours. Creating it takes only milliseconds.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page, which knows the scheme
  useEffect(() => {
    if (!canvas.current) return
    const [labels, data] = JSON.parse(figures) as [string[], number[]]
    const chart = new Chart(canvas.current, {
      type: 'bar',
      data: {
        labels,
        datasets: [{ data, ...readBarColors(), maxBarThickness: isLying ? 24 : 40, borderRadius: 4 }],
      },
      options: makeBarOptions({ isLying, isMoney, format: isMoney ? formatUsd : formatCount }),
    })
    return () => chart.destroy()
  }, [figures, isDark, isLying, isMoney])

  return (
    <div className="relative h-full w-full overflow-hidden">
      <canvas ref={canvas} role="img" aria-label={label} className="absolute inset-0" />
    </div>
  )
}
