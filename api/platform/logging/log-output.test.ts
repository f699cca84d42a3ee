import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const LOGGING = join(import.meta.dirname, 'logging.ts')

/** @returns the output of a process that runs the script with such a log */
async function run(script: string): Promise<string> {
  const code = `import { openLogOutput } from ${JSON.stringify(LOGGING)}
    const output = openLogOutput()
    ${script}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let written = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text
  })
  await once(child, 'close')
  return written
}

const LINES = Array.from({ length: 1_000 }, (_, nth) => `{"nth":${nth}}\n`).join('')
const WRITE_LINES = `for (let nth = 0; nth < 1000; nth += 1) output.write('{"nth":' + nth + '}\\n')`

test.each([
  ['ends', 'process.exit(0)'],
  ['dies of an error', 'setTimeout(() => { throw new Error() }, 5)'],
])('every line is written, in its order, when the process %s', async (_, end) => {
  expect(await run(`${WRITE_LINES}; ${end}`)).toBe(LINES)
})

test('the last line is written within a second', async () => {
  const written = await run(
    `output.write('alone\\n'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000)`,
  )
  expect(written).toBe('alone\n')
})

test('lines from just before the process ended are not lost', async () => {
  // The process exits before any work in the background can finish.
  const written = await run(
    `const { pbkdf2 } = await import('node:crypto')
    for (let nth = 0; nth < 4; nth += 1) pbkdf2('password', 'salt', 500_000, 64, 'sha512', () => {})
    output.write('first\\n'); output.write('x'.repeat(70_000) + '\\n'); output.write('last\\n'); process.exit(0)`,
  )
  expect(written).toBe(`first\n${'x'.repeat(70_000)}\nlast\n`)
})

test('lines of any length and script are written in full and in order', async () => {
  const written = await run(
    `output.write('before\\n'); output.write('ü₹'.repeat(40000) + '\\n'); output.write('गृह 🏠\\n'); process.exit(0)`,
  )
  expect(written).toBe(`before\n${'ü₹'.repeat(40_000)}\nगृह 🏠\n`)
})
