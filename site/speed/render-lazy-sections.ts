/**
 * Renders the lazy sections (`.lazy-section` in site/styles/global.css) that the first paint left out, once the page is loaded
 * and idle. One at a time, so that the page stays responsive; soon all of it is there for scrolling, searching and printing.
 */
function renderNext(sections: HTMLElement[]): void {
  const [next, ...others] = sections
  if (!next) return
  next.style.contentVisibility = 'visible'
  requestAnimationFrame(() => whenIdle(() => renderNext(others)))
}

function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, 50)
}

const start = () => whenIdle(() => renderNext([...document.querySelectorAll<HTMLElement>('.lazy-section')]))
if (document.readyState === 'complete') start()
else addEventListener('load', start, { once: true })
