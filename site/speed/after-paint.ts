/** Resolves when the browser has painted the current event's changes, so that a press is visible before its work starts. */
export function afterPaint(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done))
  })
}
