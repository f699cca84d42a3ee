/** Preloaded by each process of the soak: on SIGUSR2 it collects garbage and writes its memory usage to a file. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const file = join(process.env.PROBE_DIR ?? '', `${process.pid}.json`)
  writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()))
  renameSync(`${file}.new`, file)
})
