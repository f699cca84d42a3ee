/**
 * Renders the lazy sections (`.lazy-section` in site/styles/global.css), which the first paint skips, once the page is loaded and
 * idle. It renders one at a time, so that the page stays responsive. Then scrolling, searching and printing find the whole page.
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
