/** Runs PUBLISH_HOOK, which uploads files to a CDN and invalidates changed ones (docs/deployment.md, A CDN). */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ENDS_WITHIN_MS = 5 * 60_000

interface HookCall {
  hook: string
  dir: string
  /** Paths that are new, changed or gone. */
  changed: string[]
  signal?: AbortSignal | undefined
  endsWithinMs?: number
}

/** @throws Error with the hook's exit code and output. It has five minutes. */
export async function runHook({ hook, dir, changed, signal, endsWithinMs = ENDS_WITHIN_MS }: HookCall) {
  const temporary = await mkdtemp(join(tmpdir(), 'publish-hook-'))
  const list = join(temporary, 'changed.txt')
  const timeLimit = AbortSignal.timeout(endsWithinMs)
  try {
    await writeFile(list, changed.map((path) => `${path}\n`).join(''))
    const child = spawn(hook, [dir, list], {
      stdio: ['ignore', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      signal: AbortSignal.any([timeLimit, ...(signal ? [signal] : [])]),
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = `${output}${chunk.toString()}`.slice(-1_000)
      })
    const code = await new Promise<number | null>((done, fail) => {
      child.once('error', fail)
      child.once('close', done)
    }).catch((error: Error) => {
      throw new Error(
        timeLimit.aborted
          ? `PUBLISH_HOOK took longer than ${endsWithinMs / 1000} seconds: ${output}`
          : `PUBLISH_HOOK could not run: ${error.message}`,
      )
    })
    if (code !== 0) throw new Error(`PUBLISH_HOOK ended with ${code}: ${output.trim()}`)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}
