/** The commands of package.json's scripts, so that tests and measurements run the same ones. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#db/testing/node-process.ts'

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<'serve' | 'start', string>
}

const argsOf = (script: 'serve' | 'start') => scripts[script].split(' ').slice(1)

/** Node's arguments in `npm run serve`, which starts the bundle. */
export const SERVE_ARGS = argsOf('serve')
export const START_ARGS = argsOf('start')
