import { execFileSync } from 'node:child_process'
import { ROOT } from '../../db/testing/node-process.ts'

/** What is deployed is the bundle. */
export function setup(): void {
  execFileSync(process.execPath, ['api/speed/bundle.ts'], { cwd: ROOT })
}
