/** A real Prometheus with production's files (api/deploy/prometheus), but other targets and intervals. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse, stringify } from 'yaml'
import { findFreePort } from '#db/connection/ports.ts'
import { ensureInstalled, succeeds } from '#db/testing/debian.ts'
import { Program } from './program.ts'

const FOLDER = resolve(import.meta.dirname, '..', '..', 'api', 'deploy', 'prometheus')

const isInstalled = () => succeeds('prometheus', ['--version']) && succeeds('promtool', ['--version'])

/** Found on the PATH, else installed from Debian. @throws Error with what to install */
export const ensurePrometheus = () => ensureInstalled(isInstalled, 'prometheus')

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
  readonly #program: Program

  private constructor(url: string, dir: string, program: Program) {
    this.#url = url
    this.#dir = dir
    this.#program = program
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
    const program = new Program('prometheus', [
      `--config.file=${join(dir, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=${address}`,
    ])
    await program.until(async () => (await fetch(`http://${address}/-/ready`)).ok)
    return new Prometheus(`http://${address}`, dir, program)
  }

  /** @param promql such as `max(shop_unsettled_orders)` */
  async query(promql: string): Promise<Series[]> {
    const response = await fetch(`${this.#url}/api/v1/query?query=${encodeURIComponent(promql)}`)
    const { data } = (await response.json()) as { data: { result: Series[] } }
    return data.result
  }

  async stop(): Promise<void> {
    await this.#program.stop()
    await rm(this.#dir, { recursive: true, force: true })
  }
}
