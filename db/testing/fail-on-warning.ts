/** A warning of Node in a test's own process, such as a leak of listeners, fails the run. */
process.on('warning', (warning) => {
  throw warning
})
