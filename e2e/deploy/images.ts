/**
 * Builds and runs the Dockerfile's images without Docker: buildah builds them, and bubblewrap starts the services of
 * compose.yaml as Docker does: as the image's user, read-only and without capabilities. The network is the machine's.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fchownSync, openSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ensureInstalled, succeeds } from '#db/testing/debian.ts'
import { ROOT } from '#db/testing/node-process.ts'

const PACKAGES = { buildah: 'buildah', mmdebstrap: 'mmdebstrap', bwrap: 'bubblewrap' }
/** This machine's certificates. Behind a proxy they include more than Debian's package. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

const has = (program: string) => succeeds('sh', ['-c', `command -v ${program}`])

/** @throws Error with what to install */
export function ensureBuildah(): void {
  for (const [program, name] of Object.entries(PACKAGES)) ensureInstalled(() => has(program), name)
}

interface Service {
  image: string
  build?: { target: string }
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  tmpfs?: string[]
  read_only?: boolean
  cap_drop?: string[]
}

interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[] | null
  Cmd: string[]
  WorkingDir: string
}

/** The replacement of each base image: what it adds to Debian. */
const STAND_INS: Readonly<
  Record<string, { listFiles?: () => [from: string, to: string][]; script: string; cmd?: string }>
> = {
  node: {
    listFiles: () => [
      [process.execPath, '/usr/local/bin/node'],
      [join(run('npm', ['root', '--global']), 'npm'), '/usr/local/lib/node_modules/npm'],
    ],
    script:
      'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --user-group --create-home node',
  },
  postgres: { script: 'apt-get update && apt-get install -y --no-install-recommends postgresql' },
  nginx: {
    script:
      'apt-get update && apt-get install -y --no-install-recommends nginx-light && useradd --system nginx',
    cmd: '["nginx", "-g", "daemon off;"]',
  },
}

interface RunningService {
  /** stdout and stderr so far. */
  readonly output: string
  /** Its exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>
  stop(): Promise<void>
}

/** Flags that give buildah its own storage, separate from the machine's images. */
const storage = (dir: string, driver: string) => [
  ...['--root', join(dir, 'storage'), '--runroot', join(dir, 'run'), '--storage-driver', driver],
]

export class Images {
  readonly #dir: string
  readonly #driver: string
  readonly #services: Record<string, Service>
  #started = 0
  readonly #roots = new Map<string, string>()

  private constructor(dir: string, services: Record<string, Service>) {
    this.#dir = dir
    this.#services = services
    // vfs copies all files for each layer, which is slow, but it works in every container.
    this.#driver = succeeds('buildah', [...storage(dir, 'overlay'), 'info']) ? 'overlay' : 'vfs'
  }

  /**
   * Builds the images of compose.yaml.
   * @param contentDir the folder that names the company
   * @param settings the variables that .env would contain
   */
  static async build(contentDir: string, settings: Record<string, string>): Promise<Images> {
    const dir = await mkdtemp(join(tmpdir(), 'shop-images-'))
    // Services run as other users, who must enter this folder.
    await chmod(dir, 0o755)
    const images = new Images(dir, await readServices(settings))
    try {
      const contexts = [['content', contentDir], ...(await images.#obtainBases())].flatMap(
        ([name, source]) => [...['--build-context', `${name}=${source}`]],
      )
      const targets = new Map(
        Object.values(images.#services).map(({ image, build }) => [image, build?.target]),
      )
      const cache = images.#driver === 'overlay' ? ['--layers'] : []
      const format = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--quiet']
      for (const [image, target] of targets)
        if (target)
          images.#buildah('bud', ...format, ...cache, '--target', target, '--tag', image, ...contexts, ROOT)
    } catch (error) {
      await images.remove()
      throw error
    }
    return images
  }

  /** Pulls the Dockerfile's base images, or makes them from Debian if the registry cannot be reached. */
  async #obtainBases(): Promise<[name: string, source: string][]> {
    const dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8')
    const names = new Set([...dockerfile.matchAll(/^FROM (\w+:\S+@\S+)/gm)].map(([, name = '']) => name))
    let debian = ''
    return [...names].map((name) => {
      const [library = ''] = name.split(':')
      const original = `docker.io/library/${library}@${name.split('@')[1]}`
      if (succeeds('buildah', [...this.#storage, 'pull', '--quiet', original]))
        return [name, `container-image://${original}`]
      debian ||= this.#makeDebian()
      return [name, `container-image://localhost/${this.#makeStandIn(library, debian)}`]
    })
  }

  #makeDebian(): string {
    const tar = join(this.#dir, 'debian.tar')
    const codename = execFileSync('sh', ['-c', '. /etc/os-release && echo $VERSION_CODENAME'])
      .toString()
      .trim()
    run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', codename, tar])
    const container = this.#buildah('from', 'scratch')
    this.#buildah('add', '--quiet', container, tar, '/')
    this.#buildah('copy', '--quiet', container, CERTIFICATES, CERTIFICATES)
    this.#buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container)
    return this.#commit(container, 'stand-in/debian')
  }

  #makeStandIn(library: string, debian: string): string {
    const standIn = STAND_INS[library]
    if (!standIn) throw new Error(`The Dockerfile has a base image without a stand-in: ${library}`)
    const container = this.#buildah('from', '--pull-never', debian)
    for (const [from, to] of standIn.listFiles?.() ?? [])
      this.#buildah('copy', '--quiet', container, from, to)
    this.#buildah('run', '--isolation', 'chroot', container, '--', 'sh', '-ec', standIn.script)
    if (standIn.cmd) this.#buildah('config', '--cmd', standIn.cmd, container)
    return this.#commit(container, `stand-in/${library}`)
  }

  #commit(container: string, name: string): string {
    this.#buildah('commit', '--quiet', '--rm', container, name)
    return name
  }

  /**
   * Starts a service of compose.yaml.
   * @param environment overrides the variables of compose.yaml
   * @param hosts addresses of other services by name
   */
  async start(
    name: string,
    { command, environment = {}, hosts = {} }: StartOptions = {},
  ): Promise<RunningService> {
    const service = this.#services[name]
    if (!service) throw new Error(`compose.yaml has no service ${name}`)
    if (!service.read_only || service.cap_drop?.join() !== 'ALL')
      throw new Error(`compose.yaml lets ${name} write its root, or gives it capabilities`)
    const root = this.#mount(service.image)
    const config = this.#readConfig(service.image)
    const { uid, gid } = await findUser(root, config.User)
    this.#started += 1
    const [hostsFile, logFile] = [
      join(this.#dir, `hosts-${this.#started}`),
      join(this.#dir, `log-${this.#started}`),
    ]
    // As with Docker, the output belongs to the image's user, because nginx opens /dev/stdout by its name.
    const log = openSync(logFile, 'a')
    fchownSync(log, uid, gid)
    await writeFile(
      hostsFile,
      Object.entries({ localhost: '127.0.0.1', ...hosts })
        .map(([host, address]) => `${address} ${host}\n`)
        .join(''),
    )
    const variables = {
      ...Object.fromEntries(config.Env.map(splitVariable)),
      ...service.environment,
      ...environment,
    }
    const words = [...(config.Entrypoint ?? []), ...(command ?? service.command ?? config.Cmd)]
    const child = spawn(
      'setpriv',
      [
        ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--', 'bwrap'],
        ...['--ro-bind', root, '/', '--proc', '/proc', '--dev', '/dev'],
        ...(service.tmpfs ?? []).flatMap((path) => ['--tmpfs', path]),
        ...(await this.#bindVolumes(service, root)),
        ...['--ro-bind', hostsFile, '/etc/hosts', '--ro-bind', '/etc/resolv.conf', '/etc/resolv.conf'],
        ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--hostname', name],
        ...['--cap-drop', 'ALL', '--die-with-parent', '--chdir', config.WorkingDir || '/', '--clearenv'],
        ...Object.entries(variables).flatMap(([key, value]) => ['--setenv', key, value]),
        ...words,
      ],
      { stdio: ['ignore', log, log] },
    )
    closeSync(log)
    const ended = once(child, 'close').then(([code]) => code as number | null)
    return {
      get output() {
        return readFileSync(logFile, 'utf8')
      },
      ended,
      stop: async () => {
        child.kill('SIGTERM')
        await ended
      },
    }
  }

  /** @returns the output @throws Error with the output if the exit code is not 0 */
  async run(name: string, command?: string[], options: StartOptions = {}): Promise<string> {
    const running = await this.start(name, { ...options, ...(command && { command }) })
    const code = await running.ended
    if (code !== 0) throw new Error(`${name} ${command?.join(' ')} ended with ${code}:\n${running.output}`)
    return running.output
  }

  async remove(): Promise<void> {
    for (const root of this.#roots.values()) execFileSync('umount', ['--lazy', root])
    succeeds('buildah', [...this.#storage, 'rm', '--all'])
    succeeds('buildah', [...this.#storage, 'rmi', '--all', '--force'])
    await rm(this.#dir, { recursive: true, force: true })
  }

  get #storage(): string[] {
    return storage(this.#dir, this.#driver)
  }

  #buildah(...args: string[]): string {
    return run('buildah', [...this.#storage, ...args])
  }

  /** Mounts the image's files in a folder that the image's user can enter. */
  #mount(image: string): string {
    const mounted = this.#roots.get(image)
    if (mounted) return mounted
    const root = join(this.#dir, `root-${image}`)
    execFileSync('mkdir', [root])
    execFileSync('mount', [
      '--bind',
      this.#buildah('mount', this.#buildah('from', '--pull-never', image)),
      root,
    ])
    this.#roots.set(image, root)
    return root
  }

  #readConfig(image: string): ImageConfig {
    const { Docker } = JSON.parse(this.#buildah('inspect', '--type', 'image', image)) as {
      Docker: { config: ImageConfig }
    }
    return Docker.config
  }

  /** A new volume gets the owner of its mount point in the image. */
  async #bindVolumes({ volumes = [] }: Service, root: string): Promise<string[]> {
    const flags: string[] = []
    for (const volume of volumes) {
      const [name = '', path = '', mode] = volume.split(':')
      const [source, place] = [join(this.#dir, `volume-${name}`), join(root, path)]
      await mkdir(place, { recursive: true })
      if (await mkdir(source, { recursive: true })) {
        const { uid, gid } = await stat(place)
        await chown(source, uid, gid)
      }
      flags.push(mode === 'ro' ? '--ro-bind' : '--bind', source, path)
    }
    return flags
  }
}

interface StartOptions {
  command?: string[]
  environment?: Record<string, string>
  hosts?: Record<string, string>
}

function run(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 })
      .toString()
      .trim()
  } catch (error) {
    const { stderr = '' } = error as { stderr?: Buffer | string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${String(stderr).slice(-10_000)}`, {
      cause: error,
    })
  }
}

const splitVariable = (text: string): [string, string] => {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** @throws Error if a service needs a variable that `settings` lacks */
async function readServices(settings: Record<string, string>): Promise<Record<string, Service>> {
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+):(?:-([^}]*)|\?)\}/g, (_all, name: string, fallback?: string) => {
      const value = settings[name] ?? fallback
      if (value === undefined) throw new Error(`compose.yaml needs ${name}`)
      return value
    })
  const file = await readFile(join(ROOT, 'compose.yaml'), 'utf8')
  const { services } = parse(file, (_key, value) => (typeof value === 'string' ? fill(value) : value), {
    merge: true,
  }) as { services: Record<string, Service> }
  return services
}

async function findUser(root: string, name: string): Promise<{ uid: number; gid: number }> {
  const users = (await readFile(join(root, 'etc', 'passwd'), 'utf8'))
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] = users.find(([user]) => user === name) ?? []
  if (!uid || uid === '0') throw new Error(`The image runs as '${name}', who does not exist or is root`)
  return { uid: Number(uid), gid: Number(gid) }
}
