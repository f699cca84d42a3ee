import { readEnv, VARIABLE_NAMES } from '../../env.ts'
import { type Check, fault, ok, unset } from './check.ts'

/** One check for each environment variable. Values are never shown. */
export const configurationChecks: readonly Check[] = VARIABLE_NAMES.map((name) => ({
  group: 'Configuration',
  name,
  run: async ({ variables }) => {
    const problem = readEnv(variables).problems.find((line) => line.startsWith(`${name} `))
    if (problem) {
      return fault(problem.slice(name.length + 1), 'Set it, and start the processes again (.env.example).')
    }
    return variables[name] ? ok('set') : unset('not set')
  },
}))
