/** Output for the person who started the demo in a terminal. */

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** An error that this person can fix: printed as one line, without a stack. */
export class CannotStart extends Error {}
