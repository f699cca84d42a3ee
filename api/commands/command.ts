/** The interface of the commands of `npm run shop`. */
import type { ParseArgsConfig } from 'node:util'

/** The command was called with wrong arguments. */
export class WrongUse extends Error {}

export interface CommandArguments {
  /** The arguments after the command's name, without options. */
  positionals: string[]
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
}

export interface Command {
  options?: ParseArgsConfig['options']
  /**
   * @returns the exit code; undefined: 0
   * @throws WrongUse; CannotProceed, DomainError and InvalidEnv, whose messages are shown at the terminal
   */
  run(given: CommandArguments): Promise<number | undefined>
}

/** @throws WrongUse unless there is exactly one argument */
export function readOne({ positionals }: CommandArguments, name: string): string {
  const [value] = positionals
  if (value === undefined || positionals.length > 1) throw new WrongUse(`One ${name} is needed`)
  return value
}

/** @throws WrongUse */
export function expectNoArguments({ positionals: [value] }: CommandArguments): void {
  if (value !== undefined) throw new WrongUse(`Unexpected argument '${value}'`)
}
