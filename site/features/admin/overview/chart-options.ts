import type { ChartOptions } from 'chart.js'
import { readTheme } from './chart-theme.ts'

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

/** Calm: no border, few lines, figures on touch. Nothing moves, so nothing must stand still. */
export function chartOptions({
  isLying,
  isMoney,
  format,
}: {
  isLying: boolean
  isMoney: boolean
  format: (value: number) => string
}): ChartOptions<'bar'> {
  const { font } = readTheme()
  const figures = {
    beginAtZero: true,
    suggestedMax: 1,
    border: { display: false },
    ticks: {
      font,
      maxTicksLimit: 6,
      precision: 0,
      callback: (value: string | number) => `${isMoney ? '$' : ''}${compact.format(Number(value))}`,
    },
    grid: { drawTicks: false },
  }
  const names = {
    border: { display: false },
    grid: { display: false },
    ticks: { font, maxRotation: 0, autoSkip: !isLying, autoSkipPadding: 16 },
  }
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    indexAxis: isLying ? 'y' : 'x',
    interaction: { mode: 'index', axis: isLying ? 'y' : 'x', intersect: false },
    scales: isLying ? { x: figures, y: names } : { x: names, y: figures },
    plugins: {
      tooltip: {
        displayColors: false,
        padding: 10,
        cornerRadius: 8,
        titleFont: { ...font, weight: 500 },
        bodyFont: { ...font, weight: 600 },
        callbacks: { label: ({ parsed }) => format((isLying ? parsed.x : parsed.y) ?? 0) },
      },
    },
  }
}
