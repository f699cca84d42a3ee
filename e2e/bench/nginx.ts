/** A real nginx in front, where the machine has one: files from disk, `/api` to the processes behind it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../db/embedded.ts'
import { SITE_DIR } from '../support/topology.ts'
import { BENCH_DIR } from './machine.ts'

const MIME_TYPES = '/etc/nginx/mime.types'

export interface Nginx {
  origin: string
  stop(): Promise<void>
}

export const hasNginx = () => spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0

/** @param upstreams ports of API processes */
export async function startNginx(upstreams: number[]): Promise<Nginx> {
  const port = await findFreePort()
  const dir = join(BENCH_DIR, 'nginx')
  await mkdir(dir, { recursive: true })
  const configuration = join(dir, 'nginx.conf')
  await writeFile(configuration, configure({ port, dir, upstreams }))
  const child = spawn('nginx', ['-p', dir, '-c', configuration, '-e', join(dir, 'error.log')], {
    stdio: 'inherit',
  })
  await untilListening(child, port)
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGQUIT')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 500 && child.exitCode === null; tries += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/nginx-is-up`).catch(() => undefined)
    if (response) return
    await sleep(10)
  }
  throw new Error(`nginx does not respond: see ${join(BENCH_DIR, 'nginx', 'error.log')}`)
}

/** As many workers as there are cores, but for the one that asks. */
function configure({ port, dir, upstreams }: { port: number; dir: string; upstreams: number[] }): string {
  const servers = upstreams.map((upstream) => `server 127.0.0.1:${upstream};`).join(' ')
  return `
daemon off; worker_processes ${Math.max(1, availableParallelism() - 1)}; pid ${dir}/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; multi_accept on; }
http {
  include ${MIME_TYPES};
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; gzip_static on; gzip_vary on; etag on;
  open_file_cache max=1000 inactive=60s;
  client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi; scgi_temp_path ${dir}/scgi;
  upstream api { ${servers || 'server 127.0.0.1:9;'} keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    root ${join(SITE_DIR, 'client')};
    location / { try_files $uri $uri.html /index.html; add_header Cache-Control "public, max-age=0, must-revalidate"; }
    location /_astro/ { add_header Cache-Control "public, max-age=31536000, immutable"; }
    location /api/ {
      proxy_pass http://api; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto https;
    }
  }
}
`
}
