/** A redirect that leaves time to read a toast. It dies with the page: one taken back from the cache stays where it is. */
export function redirectLater(url: string, delayMs: number): void {
  const timer = setTimeout(() => location.assign(url), delayMs)
  window.addEventListener('pagehide', () => clearTimeout(timer), { once: true })
}
