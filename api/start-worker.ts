/** Runs the demo's worker as a child process, and restarts it when it exits. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { Env } from './platform/environment/env.ts'
import { say } from './platform/logging/terminal.ts'

const ROOT = resolve(import.meta.dirname, '..')
const RESTART_AFTER_MS = 2_000

/** @returns a function that stops the worker */
export function startWorker({
  databaseUrl,
  publicOrigin,
  dataDir,
  logLevel,
}: Pick<Env, 'databaseUrl' | 'publicOrigin' | 'dataDir' | 'logLevel'>): () => Promise<void> {
  let isStopping = false
  let child: ChildProcess
  let again: NodeJS.Timeout | undefined
  const start = () => {
    child = spawn(
      process.execPath,
      ['--import', './api/deploy/compile-cache.js', join(import.meta.dirname, 'worker.ts')],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl,
          PUBLIC_ORIGIN: publicOrigin,
          DATA_DIR: dataDir,
          LOG_LEVEL: logLevel,
          // The shop's own process listens on that port.
          METRICS_PORT: '',
        },
        // The IPC channel closes when this process ends, which tells the worker to stop.
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    )
    child.once('exit', (code, signal) => {
      if (isStopping) return
      say(`✘ The worker ended (${signal ?? code}) and starts again`)
      again = setTimeout(start, RESTART_AFTER_MS)
    })
  }
  start()
  return async () => {
    isStopping = true
    clearTimeout(again)
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
}
