/** Makes the run fail if Node emits a warning in a test's process, such as a listener leak. */
function failOnWarning(warning: Error): void {
  throw warning
}

// Registered once, because a worker runs this for each test file.
if (!process.listeners('warning').some(({ name }) => name === failOnWarning.name)) {
  process.on('warning', failOnWarning)
}
