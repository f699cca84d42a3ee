/** The ports and folders of the journeys' own shop, apart from anything `npm start` uses. */
import { join, resolve } from 'node:path'
import { ROOT } from '../../db/testing/node-process.ts'

/** The first of four ports, so that two checkouts can run their journeys at the same time. */
export const ORIGIN_PORT = Number(process.env.E2E_PORT ?? 4390)
export const SHOP_PORT = ORIGIN_PORT + 1
export const SECOND_API_PORT = ORIGIN_PORT + 2
export const ORIGIN = `http://localhost:${ORIGIN_PORT}`
/** The shop of another company. */
export const ANOTHER_SHOP_PORT = ORIGIN_PORT + 3
export const DATA_DIR = resolve(ROOT, '.data', 'e2e')
/** What Node has warned of in the shop's processes. */
export const WARNINGS_FILE = join(DATA_DIR, 'warnings.log')
/** One build serves journeys, deployment tests, chaos and measurements. */
export const SITE_DIR = resolve(ROOT, process.env.SITE_DIR ?? '.data/e2e-site')
