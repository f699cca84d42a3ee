/** What a command of `npm run shop` is. */
import type { ParseArgsConfig } from 'node:util'

/** Not called as its usage says. */
export class WrongUse extends Error {}

export interface CommandArguments {
  /** What stands after the command's name and is no option. */
  positionals: string[]
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
}

export interface Command {
  options?: ParseArgsConfig['options']
  /**
   * @returns the exit code; undefined: 0
   * @throws WrongUse; CannotProceed, DomainError and InvalidEnv are shown to the person at the terminal as they are
   */
  run(given: CommandArguments): Promise<number | undefined>
}

/** @throws WrongUse unless exactly one is there */
export function readOne({ positionals }: CommandArguments, name: string): string {
  const [value] = positionals
  if (value === undefined || positionals.length > 1) throw new WrongUse(`One ${name} is needed`)
  return value
}

/** @throws WrongUse */
export function expectNone({ positionals: [value] }: CommandArguments): void {
  if (value !== undefined) throw new WrongUse(`Unexpected argument '${value}'`)
}
