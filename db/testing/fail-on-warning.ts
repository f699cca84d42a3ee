/** A warning of Node in a test's own process, such as a leak of listeners, fails the run. */
function failOnWarning(warning: Error): void {
  throw warning
}

// A worker runs this for each of its files.
if (!process.listeners('warning').some(({ name }) => name === failOnWarning.name)) {
  process.on('warning', failOnWarning)
}
