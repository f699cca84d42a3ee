/** Resolves after the next paint, so that a pressed button changes its look before the work starts. */
export function afterPaint(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done))
  })
}
