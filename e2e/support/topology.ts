/** The ports and folders of the journeys' own shop, apart from anything `npm start` uses. */
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..', '..')

/** The first of three ports, so that two checkouts can run their journeys at the same time. */
export const ORIGIN_PORT = Number(process.env.E2E_PORT ?? 4390)
export const SHOP_PORT = ORIGIN_PORT + 1
export const SECOND_API_PORT = ORIGIN_PORT + 2
export const ORIGIN = `http://localhost:${ORIGIN_PORT}`
export const DATA_DIR = resolve(ROOT, '.data', 'e2e')
/** One build serves journeys, deployment tests, chaos and measurements. */
export const SITE_DIR = resolve(ROOT, process.env.SITE_DIR ?? '.data/e2e-site')
