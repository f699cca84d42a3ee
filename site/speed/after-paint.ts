/** Resolves when the browser has painted what the current event changed, so that a press shows before the work that it starts. */
export function afterPaint(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done))
  })
}
