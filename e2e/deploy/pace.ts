/** `DEPLOY_TESTS=long` runs all tests at full length. Unset, they are short enough for every test run. */
export const isLong = process.env.DEPLOY_TESTS === 'long'

export const PACE = {
  /** How often each of the two processes is restarted behind nginx. */
  rolls: isLong ? 20 : 4,
  databaseAwayMs: isLong ? 30_000 : 5_000,
  overloadSeconds: isLong ? 60 : 10,
}
