/** One part of a whole run: an npm script, timed, with its output shown and stored. */
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ROOT } from '#db/testing/node-process.ts'

export interface Part {
  name: string
  /** A script of package.json. */
  script: string
  args?: string[]
}

export interface Ended {
  seconds: number
  exitCode: number
}

interface RunOptions {
  /** A file that also receives the output. */
  logFile?: string
  /** Shows the output at the end, for a part that runs beside another, so that their output does not mix. */
  isShownAtEnd?: boolean
}

export async function runPart(
  { script, args = [] }: Part,
  { logFile, isShownAtEnd = false }: RunOptions = {},
): Promise<Ended> {
  if (logFile) await mkdir(dirname(logFile), { recursive: true })
  const log = logFile ? createWriteStream(logFile) : undefined
  const startedAtMs = performance.now()
  const child = spawn('npm', ['run', script, '--', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const held: (() => void)[] = []
  for (const [stream, shown] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream.on('data', (text: Buffer) => {
      if (isShownAtEnd) held.push(() => shown.write(text))
      else shown.write(text)
      log?.write(text)
    })
  }
  const exitCode = await new Promise<number>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done(code ?? 1))
  })
  for (const show of held) show()
  log?.end()
  return { seconds: (performance.now() - startedAtMs) / 1_000, exitCode }
}

/** @example '4:07' */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
