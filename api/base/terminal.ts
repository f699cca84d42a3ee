/** What the demo says to the person who started it. */

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** A reason to stop that the person at the terminal can act on: one line, no stack. */
export class CannotStart extends Error {}
