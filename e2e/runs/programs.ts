/** `npm run programs`: installs the programs that npm does not, so that no part of a run is slower for it. */
import { ensureRedisServer } from '../../api/testing/redis-server.ts'
import { ensureEngines } from '../engines/engines.ts'
import { ensureCaddy } from '../servers/caddy.ts'
import { ensureDovecot } from '../servers/dovecot.ts'
import { ensureNginx } from '../servers/nginx.ts'
import { ensurePostgres } from '../servers/own-postgres.ts'
import { ensurePgbouncer } from '../servers/pgbouncer.ts'
import { ensurePrometheus } from '../servers/prometheus.ts'
import { ensureChromium } from '../support/chromium.ts'
import { ensureLoadGenerator } from '../support/load.ts'

export function installPrograms(): void {
  ensureChromium()
  ensureEngines()
  ensureRedisServer()
  ensureNginx()
  ensureCaddy()
  ensurePostgres()
  ensureDovecot()
  ensurePgbouncer()
  ensurePrometheus()
  ensureLoadGenerator()
}

if (import.meta.main) installPrograms()
