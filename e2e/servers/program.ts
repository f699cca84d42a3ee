/** A program of the machine that a test starts and stops. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const READY_WITHIN_MS = 60_000

export class Program {
  output = ''
  readonly #process: ChildProcess

  constructor(command: string, args: string[], options: SpawnOptions = {}) {
    this.#process = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.output = `${this.output}${chunk.toString()}`.slice(-10_000)
      })
  }

  /** @throws Error with the program's output if it is not ready in time */
  async until(isReady: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS
    while (performance.now() < deadline && this.#process.exitCode === null) {
      if (await isReady().catch(() => false)) return
      await sleep(20)
    }
    await this.stop('SIGKILL')
    throw new Error(`${this.#process.spawnfile} did not start: ${this.output}`)
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const exited = once(this.#process, 'exit')
    this.#process.kill(signal)
    await exited
  }
}

/** Production's file on other hosts, ports and folders. @throws Error if it lacks a text that is to be replaced */
export async function adapt(file: string, replacements: Record<string, string>): Promise<string> {
  let text = await readFile(file, 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`${file} has no "${from}"`)
    text = text.replaceAll(from, to)
  }
  return text
}
