/** What package.json's scripts start, so that tests and measurements run the same. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../db/testing/node-process.ts'

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<'serve' | 'start', string>
}

const argsOf = (script: 'serve' | 'start') => scripts[script].split(' ').slice(1)

/** `npm run serve`, after `node`: the bundle. */
export const SERVE_ARGS = argsOf('serve')
/** `npm start`, after `node`. */
export const START_ARGS = argsOf('start')
