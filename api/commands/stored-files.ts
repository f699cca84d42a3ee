import { readEnv } from '../base/env.ts'
import { openObjects } from '../storage/open.ts'

/** Pictures and files of orders, where the environment says. */
export const openOwnObjects = () => openObjects(readEnv(process.env).env)
