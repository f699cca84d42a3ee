/** The tokens of site/styles/tokens.css for what is drawn on a canvas. */
import type { ChartOptions } from 'chart.js'

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

/** @example readColor('accent') // rgb(59, 130, 246) */
function readColor(token: string): string {
  const channels = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`)
  return `rgb(${channels.trim().split(/\s+/).join(', ')})`
}

export function readBarColors() {
  return { backgroundColor: readColor('accent'), hoverBackgroundColor: readColor('accent-strong') }
}

/** No borders, few lines, the figure under the pointer, and no animation. */
export function makeBarOptions({
  isLying,
  isMoney,
  format,
}: {
  isLying: boolean
  isMoney: boolean
  format: (value: number) => string
}): ChartOptions<'bar'> {
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 }
  const color = readColor('ink-quiet')
  const figures = {
    beginAtZero: true,
    suggestedMax: 1,
    border: { display: false },
    ticks: {
      font,
      color,
      maxTicksLimit: 6,
      precision: 0,
      callback: (value: string | number) => `${isMoney ? '$' : ''}${compact.format(Number(value))}`,
    },
    grid: { drawTicks: false, color: readColor('line') },
  }
  const names = {
    border: { display: false },
    grid: { display: false },
    ticks: { font, color, maxRotation: 0, autoSkip: !isLying, autoSkipPadding: 16 },
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
        backgroundColor: readColor('ink'),
        titleColor: readColor('ground'),
        bodyColor: readColor('ground'),
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
