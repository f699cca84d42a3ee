/** The tokens of site/styles/tokens.css for what is drawn on a canvas. */
export function readTheme() {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string, alpha = 1) =>
    `rgb(${style.getPropertyValue(`--${name}`).trim().replaceAll(' ', ', ')}, ${alpha})`
  return {
    bar: color('accent'),
    barStrong: color('accent-strong'),
    text: color('ink-quiet'),
    line: color('line'),
    font: { family: getComputedStyle(document.body).fontFamily, size: 12 },
  }
}

/** @returns how to stop */
export function watchTheme(onChange: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', onChange)
  return () => scheme.removeEventListener('change', onChange)
}
