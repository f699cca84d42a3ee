import type { ListStored } from '../../db/backup/file-list.ts'
import { readEnv } from '../base/env.ts'
import { openStorage } from '../storage/open.ts'

/** What is stored of files of orders where the environment says. */
export const listStored: ListStored = async () => (await openStorage(readEnv(process.env).env)).list()
