/** Resolves when the browser has drawn what the event at hand changed: a press is answered before the work it starts. */
export function afterPaint(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done))
  })
}
