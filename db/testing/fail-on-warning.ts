/** Makes the run fail if Node warns of something in a test's process, such as a leak of listeners. */
function failOnWarning(warning: Error): void {
  throw warning
}

// Registered once, because a worker runs this for each test file.
if (!process.listeners('warning').some(({ name }) => name === failOnWarning.name)) {
  process.on('warning', failOnWarning)
}
