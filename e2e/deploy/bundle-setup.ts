import { execFileSync } from 'node:child_process'
import { ROOT } from '../../db/testing/node-process.ts'

/** Builds the bundle, which is what production runs. */
export function setup(): void {
  execFileSync(process.execPath, ['api/speed/bundle.ts'], { cwd: ROOT })
}
