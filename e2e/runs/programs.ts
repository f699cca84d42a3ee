/** `npm run programs`: installs the programs that npm does not, so that no part of a run has to wait for that. */
import { ensureRedisServer } from '#api/testing/redis-server.ts'
import { ensureEngines } from '#e2e/engines/engines.ts'
import { ensureCaddy } from '#e2e/servers/caddy.ts'
import { ensureDovecot } from '#e2e/servers/dovecot.ts'
import { ensureNginx } from '#e2e/servers/nginx.ts'
import { ensurePostgres } from '#e2e/servers/own-postgres.ts'
import { ensurePgbouncer } from '#e2e/servers/pgbouncer.ts'
import { ensurePrometheus } from '#e2e/servers/prometheus.ts'
import { ensureChromium } from '#e2e/support/chromium.ts'
import { ensureLoadGenerator } from '#e2e/support/wrk.ts'

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
