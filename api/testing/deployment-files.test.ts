import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(resolve(import.meta.dirname, '..', '..', name), 'utf8')
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

test('nobody exchanges an image under its tag: each that is not built here is named by version and digest', () => {
  const dockerfile = read('Dockerfile')
  const stages = findAll(dockerfile, /^FROM \S+ AS (\S+)$/gm)
  const images = [
    ...findAll(dockerfile, /^FROM (\S+)/gm),
    ...findAll(read('compose.yaml'), /^ *image: (\S+)/gm),
  ]
  const isOurs = (image: string) => stages.includes(image) || image === 'scratch' || image.startsWith('shop-')
  const foreign = images.filter((image) => !isOurs(image))
  expect(new Set(foreign.map((image) => image.split(':')[0]))).toEqual(
    new Set(['caddy', 'node', 'nginx', 'postgres', 'prom/prometheus', 'redis']),
  )
  for (const image of foreign) expect.soft(image).toMatch(/^[\w/]+:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/)
})

test('the log of erasures outlives its container, and the process may write it', () => {
  expect(read('compose.yaml')).toMatch(/volumes:\s+\[\s*shop-data:\/shop\/data[,\]]/)
  expect(read('Dockerfile')).toMatch(
    /ENV DATA_DIR=\/shop\/data\nRUN mkdir -p data\/pictures data\/files dist && chown -R node:node data dist [^\n]*\nUSER node/,
  )
})

test('every image is built with the folder that CONTENT_DIR names, and nothing of the default one', () => {
  const [, , worker = '', backup = '', ...rest] = read('compose.yaml').split('additional_contexts: ')
  expect(rest).toEqual([])
  expect(read('compose.yaml')).toMatch(
    /additional_contexts: &content \{ content: "\$\{CONTENT_DIR:-\.\/site\/content\}" \}/,
  )
  for (const image of [worker, backup]) expect(image).toMatch(/^\*content\n/)
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toMatch(
    /COPY site site\nRUN rm -r site\/content\nCOPY --from=content \/ site\/content\n/,
  )
  const api = dockerfile.slice(dockerfile.indexOf(' AS api'))
  expect(findAll(api, /^(COPY .*site.*)$/gm)).toContain('COPY --from=content / site/content')
  expect(api).not.toMatch(/^COPY site/m)
})

test('the worker knows no secret but its database, nobody calls it, and the others cannot write what it has built', () => {
  const services = read('compose.yaml').split(/^ {2}(?=[\w-]+:\n)/m)
  const worker = services.find((service) => service.startsWith('worker:')) ?? ''
  expect(worker).not.toMatch(/SECRET|RAZORPAY|REDIS|SMTP|OWNER|ports:/)
  expect(findAll(read('compose.yaml'), /(shop-site:\/[^\],"]+)/g)).toEqual([
    'shop-site:/shop/dist:ro',
    'shop-site:/shop/dist',
    'shop-site:/srv/site:ro',
  ])
})

test('the image has the command line under its name, and what runs once uses it', () => {
  expect(read('Dockerfile')).toContain('ln -s /shop/api/shop.ts /usr/local/bin/shop')
  expect(read('api/shop.ts')).toMatch(/^#!\/usr\/bin\/env node\n/)
  expect(read('compose.yaml')).toContain('command: [shop, migrate]')
})

test('backups are made each night by a service of their own: the processes that people reach do not know the owner', () => {
  const services = read('compose.yaml').split(/^ {2}(?=[\w-]+:\n)/m)
  const owners = services.filter((service) => service.includes('DATABASE_OWNER_URL'))
  expect(owners.map((service) => service.split(':')[0])).toEqual(['migrate', 'backup'])
  const backup = owners[1] ?? ''
  expect(backup).toContain('shop-backups:/shop/data/backups,')
  for (const folder of ['pictures', 'files'])
    expect(backup).toContain(`"shop-${folder}:/shop/data/${folder}:ro,nocopy"`)
  expect(backup).not.toContain('ports:')
  expect(read('Dockerfile')).toContain('CMD ["shop", "nightly"]')
})

test('a neighbour of the private network finds a Redis that asks for its password', () => {
  const compose = read('compose.yaml')
  expect(compose).toMatch(/REDIS_URL: redis:\/\/:\$\{REDIS_PASSWORD:\?\}@redis:6379/)
  expect(compose).toMatch(/--requirepass,\s+"\$\{REDIS_PASSWORD:\?\}"/)
})

test('nginx believes the address of Caddy and no other, and is open to this machine alone', () => {
  const compose = read('compose.yaml')
  const caddy = compose.match(/^ {2}caddy:\n(?: {4}.*\n)+/m)?.[0] ?? ''
  const address = caddy.match(/ipv4_address: (\S+)/)?.[1]
  const believed = findAll(read('api/deploy/nginx.conf'), /^ *(?:set_real_ip_from )?([\d./]+)(?: 1)?;$/gm)
  expect(believed).toEqual([address, address])
  const [nginxPorts, caddyPorts, prometheusPorts, ...others] = findAll(compose, /^ *ports: \[(.*)\]$/gm)
  for (const ports of [nginxPorts, prometheusPorts]) expect(ports).toMatch(/^"127\.0\.0\.1:/)
  expect([caddyPorts, others]).toEqual(['"80:80", "443:443", "443:443/udp"', []])
})

test('Prometheus asks every process of compose that has metrics, on its port in the private network', () => {
  const compose = read('compose.yaml')
  const ports = new Set(findAll(compose, /METRICS_PORT: "(\d+)"/g))
  const services = compose.split(/^ {2}(?=[\w-]+:\n)/m).filter((service) => /^(api-\d|worker):/.test(service))
  const targets = findAll(read('api/deploy/prometheus/prometheus.yml'), /"([\w-]+:\d+)"/g)
  expect(targets).toEqual(
    services.flatMap((service) => [...ports].map((port) => `${service.split(':')[0]}:${port}`)),
  )
})
