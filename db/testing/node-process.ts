/** Starts Node processes of this project for tests and measurements. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const ROOT = resolve(import.meta.dirname, '..', '..')
const READY_WITHIN_MS = 300_000
const POLL_INTERVAL_MS = 5
const MOST_OUTPUT_CHARACTERS = 50_000
const WARNING = /^\(node:\d+\) .*Warning: .*$/gm

export interface Listeners {
  onOutput?: (text: string) => void
  /** Called for each Node warning, such as a deprecation or a listener leak. */
  onWarning?: (line: string) => void
}

export interface Program extends Listeners {
  /** Node's own flags, a script's path from the project's root, and its arguments. */
  args: string[]
  /** By default the project's root. */
  cwd?: string
  /** In addition to PATH and HOME. */
  env?: Record<string, string | undefined>
  /** The process is ready when it prints this … */
  readyOutput?: string
  /** … or when this URL responds with 2xx. Without both it is ready at once. */
  readyUrl?: string
  /** Gets the standard output, instead of `output` and `onOutput`. */
  logFile?: string
}

/** The part of this process's environment that every child gets. With NODE_COMPILE_CACHE later ones start in half the time. */
export function inherited(): Record<string, string | undefined> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

const running = new Set<ChildProcess>()
// Kills the children of an interrupted run.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export class NodeProcess {
  /** The last lines of stdout and stderr. */
  output = ''
  /** The time from the start until it was ready. */
  startedInMs = 0
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #program: Program
  readonly #warnings: string[] = []

  private constructor(program: Program) {
    this.#program = program
    const log = program.logFile === undefined ? undefined : openSync(program.logFile, 'a')
    this.#child = spawn(process.execPath, program.args, {
      cwd: program.cwd ?? ROOT,
      env: { ...inherited(), ...program.env },
      stdio: ['ignore', log ?? 'pipe', 'pipe'],
    })
    if (log !== undefined) closeSync(log)
    running.add(this.#child)
    this.#exited = once(this.#child, 'close')
    void this.#exited.then(() => running.delete(this.#child))
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output = `${this.output}${text}`.slice(-MOST_OUTPUT_CHARACTERS)
        program.onOutput?.(text)
        if (stream === this.#child.stdout) return
        for (const line of text.match(WARNING) ?? []) {
          this.#warnings.push(line)
          program.onWarning?.(line)
        }
      })
    }
  }

  /** Starts a process without waiting until it is ready. */
  static spawn(program: Program): NodeProcess {
    return new NodeProcess(program)
  }

  /** Starts a process. @throws Error with its output if it ends or is not ready in time */
  static async start(program: Program): Promise<NodeProcess> {
    const startedAtMs = performance.now()
    const started = new NodeProcess(program)
    await started.untilReady()
    started.startedInMs = performance.now() - startedAtMs
    return started
  }

  async untilReady(): Promise<void> {
    const { args, readyOutput, readyUrl } = this.#program
    const isReady = async () =>
      readyUrl === undefined ? this.output.includes(readyOutput ?? '') : await isOk(readyUrl)
    const giveUpAtMs = performance.now() + READY_WITHIN_MS
    while (!(await isReady())) {
      if (!this.isRunning) throw new Error(`${args.join(' ')} ended:\n${this.output}`)
      if (performance.now() > giveUpAtMs) {
        this.#child.kill('SIGKILL')
        throw new Error(`${args.join(' ')} is not ready:\n${this.output}`)
      }
      await sleep(POLL_INTERVAL_MS)
    }
  }

  get isRunning(): boolean {
    return this.exitCode === null && this.#child.signalCode === null
  }

  /** Null while it runs, or after a signal has ended it. */
  get exitCode(): number | null {
    return this.#child.exitCode
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Resolves when the process has ended and its output is complete. */
  async untilExit(): Promise<number | null> {
    await this.#exited
    return this.exitCode
  }

  /** @returns the exit code @throws Error if Node emitted a warning */
  terminate(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return this.#end(signal)
  }

  /** @throws Error if Node emitted a warning */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal)
    const code = await this.untilExit()
    if (this.#warnings.length > 0) {
      throw new Error(`${this.#program.args.join(' ')} warned: ${this.#warnings.join(', ')}`)
    }
    return code
  }
}

async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
