import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readEnv } from '#api/platform/environment/env.ts'
import { say } from '#api/platform/logging/terminal.ts'
import { openObjects } from '#api/platform/storage/open.ts'
import { openObjectFolder } from '#db/backup/objects.ts'
import { copyObjects } from '#db/backup/uploads.ts'
import { CannotProceed } from '#db/connection/postgres-client.ts'
import { type Command, expectNoArguments } from './command.ts'

export const command: Command = {
  async run(given) {
    expectNoArguments(given)
    const { env } = readEnv(process.env)
    if (env.fileStore === undefined) throw new CannotProceed('FILE_STORE names no bucket')
    const begun = await readdir(join(env.dataDir, 'files', '.uploads')).catch(() => [])
    const folder = openObjectFolder(env.dataDir)
    // Each file is removed from the folder once it is in the bucket: an erasure must not leave a copy behind.
    const moved = await copyObjects(folder, await openObjects(env), {
      onThere: (path) => folder.remove(path),
    })
    say(`✔ Pictures and files moved into the bucket: ${moved.size}`)
    if (begun.length > 0) say(`· Uploads that were not complete and begin anew: ${begun.length}`)
    return 0
  },
}
