/** A redirect that leaves time to read a toast. Leaving the page cancels it. */
export function redirectLater(url: string, delayMs: number): void {
  const timer = setTimeout(() => location.assign(url), delayMs)
  window.addEventListener('pagehide', () => clearTimeout(timer), { once: true })
}
