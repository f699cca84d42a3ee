/**
 * Compresses every text file of the build with Brotli and gzip, so that no request has to. A file that is the same as in the
 * last build (`LAST_CLIENT_DIR`, a folder) is linked, because most pages stay the same when one package changes.
 */
import { existsSync } from 'node:fs'
import { glob, link, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'

const TEXT_FILES = '**/*.{html,css,js,svg,xml,txt,json,webmanifest,ttf}'
/** Compressing smaller files saves less than the headers cost. */
const SMALLEST_BYTES = 512
/** The number of threads that Node has for this work. More files at once would only wait and take memory. */
const AT_ONCE = 4
/** Above this number of files, pages are compressed twenty times as fast to a tenth more bytes. Otherwise 1,000 packages take minutes. */
const MANY_FILES = 300
const FAST_QUALITY = 6

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export const precompress: AstroIntegration = {
  name: 'precompress',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      if (process.env.QUICK_BUILD) return
      const folder = fileURLToPath(dir)
      const names = await Array.fromAsync(glob(TEXT_FILES, { cwd: folder }))
      const quality = names.length < MANY_FILES ? constants.BROTLI_MAX_QUALITY : FAST_QUALITY
      const rest = names.values()
      const work = async () => {
        for (const name of rest) await compress(folder, name, name.endsWith('.html') ? quality : undefined)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    },
  },
}

async function compress(
  folder: string,
  name: string,
  quality: number = constants.BROTLI_MAX_QUALITY,
): Promise<void> {
  const file = join(folder, name)
  const content = await readFile(file)
  if (content.length < SMALLEST_BYTES) return
  const last = join(process.env.LAST_CLIENT_DIR || folder, name)
  if (last !== file && existsSync(`${last}.br`) && content.equals(await readFile(last))) {
    await Promise.all(['.br', '.gz'].map((ending) => link(`${last}${ending}`, `${file}${ending}`)))
    return
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  await Promise.all([
    toBrotli(content, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
    toGzip(content, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ])
}
