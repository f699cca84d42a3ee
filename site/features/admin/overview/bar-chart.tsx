import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js'
import { useEffect, useRef } from 'react'
import { formatUsd } from '../../../format/money.ts'
import { chartOptions } from './chart-options.ts'
import { readTheme, watchTheme } from './chart-theme.ts'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

const number = new Intl.NumberFormat('en-US')

interface BarChartProps {
  /** What it shows, for readers; the figures stand in a table beside it. */
  label: string
  names: string[]
  values: number[]
  isMoney?: boolean
  /** The bars lie: for names that need room. */
  isLying?: boolean
}

export function BarChart({ label, names, values, isMoney = false, isLying = false }: BarChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const chart = useRef<Chart<'bar'> | undefined>(undefined)
  const format = isMoney ? formatUsd : (value: number) => number.format(value)
  const data = useRef({ names, values, format })
  data.current = { names, values, format }

  useEffect(() => {
    if (!canvas.current) return
    const made = new Chart(canvas.current, {
      type: 'bar',
      data: { labels: [], datasets: [{ data: [], maxBarThickness: 40, borderRadius: 4 }] },
      options: chartOptions({ isLying, isMoney, format: (value) => data.current.format(value) }),
    })
    chart.current = made
    const dress = () => {
      const theme = readTheme()
      const [bars] = made.data.datasets
      if (bars) Object.assign(bars, { backgroundColor: theme.bar, hoverBackgroundColor: theme.barStrong })
      for (const scale of Object.values(made.options.scales ?? {})) {
        if (scale?.ticks) scale.ticks.color = theme.text
        if (scale?.grid) scale.grid.color = theme.line
      }
      made.update('none')
    }
    dress()
    const unwatch = watchTheme(dress)
    return () => {
      unwatch()
      made.destroy()
    }
  }, [isLying, isMoney])

  useEffect(() => {
    const made = chart.current
    const [bars] = made?.data.datasets ?? []
    if (!made || !bars) return
    made.data.labels = names
    bars.data = values
    made.update('none')
  }, [names, values])

  return (
    <div className="relative h-full w-full">
      <canvas ref={canvas} role="img" aria-label={label} className="absolute inset-0" />
    </div>
  )
}
