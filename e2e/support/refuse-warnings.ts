/** Runs after the journeys: fails the run if Node printed a warning in the shop's processes. */
import { readFile } from 'node:fs/promises'
import { WARNINGS_FILE } from './topology.ts'

export default async function refuseWarnings(): Promise<void> {
  const warnings = await readFile(WARNINGS_FILE, 'utf8').catch(() => '')
  if (warnings) throw new Error(`The journeys' shop warned:\n${warnings}`)
}
