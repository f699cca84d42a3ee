/** Output for the person at the terminal who started the demo. */

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** An error that the person at the terminal can act on: it is printed as one line, without a stack. */
export class CannotStart extends Error {}
