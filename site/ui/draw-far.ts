/**
 * What `.far` (site/styles/global.css) kept from the first paint is laid out when the loaded page is idle, one piece at a time:
 * no piece is work enough to be felt, and soon the whole page is there, for scrolling, printing and pictures of it.
 */
function drawNext(pieces: HTMLElement[]): void {
  const [next, ...others] = pieces
  if (!next) return
  next.style.contentVisibility = 'visible'
  requestAnimationFrame(() => whenIdle(() => drawNext(others)))
}

function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, 50)
}

const start = () => whenIdle(() => drawNext([...document.querySelectorAll<HTMLElement>('.far')]))
if (document.readyState === 'complete') start()
else addEventListener('load', start, { once: true })
