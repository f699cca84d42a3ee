/**
 * `npm run check`: all checks that do not run the shop, two programs at a time. Each is a script `check:…` of package.json,
 * which can be run alone. All run to their end, so that one run names every fault.
 */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '#db/testing/node-process.ts'
import { formatSeconds } from './part.ts'

/** In this order, the slowest first. They start once `sync` has written Astro's types, which they read. */
const NAMES = ['types', 'pages', 'imports', 'unused', 'generated', 'papers']

const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

const failed: string[] = []

/** Shows the output when the program has ended, so that two programs do not mix their output. */
async function check(name: string): Promise<void> {
  const startedAtMs = performance.now()
  const command = scripts[`check:${name}`]
  if (!command) throw new Error(`package.json has no script check:${name}`)
  const child = spawn(command, { cwd: ROOT, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const exitCode = await new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })
  if (exitCode !== 0) failed.push(name)
  const mark = exitCode === 0 ? '✔' : '✘'
  const seconds = formatSeconds((performance.now() - startedAtMs) / 1_000)
  process.stdout.write(`\n${mark} ${name}, ${seconds}: ${command}\n${Buffer.concat(output)}`)
}

const rest = NAMES.values()
const goOn = async () => {
  for (const name of rest) await check(name)
}
const synced = check('sync')
await Promise.all([synced.then(goOn), Promise.all([synced, check('style')]).then(goOn)])
if (failed.length > 0) {
  process.stdout.write(`\n✘ ${failed.join(', ')} failed\n`)
  process.exitCode = 1
}
