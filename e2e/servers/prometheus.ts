/** A real Prometheus with production's files (api/deploy/prometheus), but other targets and intervals. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { findFreePort } from '#db/connection/ports.ts'
import { installFromDebian, succeeds } from '#db/testing/debian.ts'

const FOLDER = resolve(import.meta.dirname, '..', '..', 'api', 'deploy', 'prometheus')
const START_WITHIN_MS = 60_000

const isInstalled = () => succeeds('prometheus', ['--version']) && succeeds('promtool', ['--version'])

/** Found on the PATH, else installed as Debian's package. @throws Error with what to install */
export function ensurePrometheus(): void {
  if (isInstalled()) return
  installFromDebian('prometheus')
  if (!isInstalled()) {
    throw new Error(
      'These tests need prometheus on the PATH: install it (Debian: apt-get install prometheus)',
    )
  }
}

/** @returns promtool's output @throws Error with that output if promtool fails */
export function runPromtool(...args: string[]): string {
  return execFileSync('promtool', args, { cwd: FOLDER, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

interface Rules {
  groups: { rules: { for?: string }[] }[]
}

interface Configuration {
  global: Record<string, string>
  scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
}

export interface Series {
  metric: Record<string, string>
  value: [atSeconds: number, value: string]
}

export class Prometheus {
  readonly #url: string
  readonly #dir: string
  readonly #process: ChildProcess

  private constructor(url: string, dir: string, child: ChildProcess) {
    this.#url = url
    this.#dir = dir
    this.#process = child
  }

  /** Scrapes every second, and alerts fire without their waiting time. @param targets by job */
  static async start(targets: Record<string, string[]>): Promise<Prometheus> {
    const dir = await mkdtemp(join(tmpdir(), 'shop-prometheus-'))
    const read = async (name: string) => parse(await readFile(join(FOLDER, name), 'utf8')) as unknown
    const configuration = (await read('prometheus.yml')) as Configuration
    configuration.global = { scrape_interval: '1s', evaluation_interval: '1s' }
    for (const scraped of configuration.scrape_configs)
      scraped.static_configs = [{ targets: targets[scraped.job_name] ?? [] }]
    const rules = (await read('alerts.yml')) as Rules
    for (const rule of rules.groups.flatMap((group) => group.rules)) rule.for = '0s'
    await writeFile(join(dir, 'prometheus.yml'), stringify(configuration))
    await writeFile(join(dir, 'alerts.yml'), stringify(rules))

    const address = `127.0.0.1:${await findFreePort()}`
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(dir, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(dir, 'data')}`,
        `--web.listen-address=${address}`,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = `${errors}${chunk.toString()}`.slice(-5_000)
    })
    const deadline = performance.now() + START_WITHIN_MS
    while (performance.now() < deadline && child.exitCode === null) {
      const response = await fetch(`http://${address}/-/ready`).catch(() => undefined)
      await response?.arrayBuffer()
      if (response?.ok) return new Prometheus(`http://${address}`, dir, child)
      await sleep(50)
    }
    child.kill('SIGKILL')
    throw new Error(`Prometheus did not start: ${errors}`)
  }

  /** @param promql such as `max(shop_unsettled_orders)` */
  async query(promql: string): Promise<Series[]> {
    const response = await fetch(`${this.#url}/api/v1/query?query=${encodeURIComponent(promql)}`)
    const { data } = (await response.json()) as { data: { result: Series[] } }
    return data.result
  }

  async stop(): Promise<void> {
    const exited = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    await exited
    await rm(this.#dir, { recursive: true, force: true })
  }
}
