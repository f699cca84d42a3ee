/** The ports and folders of the journeys' own shop, apart from anything `npm start` uses. */
import { resolve } from 'node:path'

export const ORIGIN_PORT = 4390
export const SHOP_PORT = 4391
export const SECOND_API_PORT = 4392
export const ORIGIN = `http://localhost:${ORIGIN_PORT}`
export const DATA_DIR = resolve(import.meta.dirname, '..', '..', '.data', 'e2e')
export const SITE_DIR = resolve(import.meta.dirname, '..', '..', '.data', 'e2e-site')
