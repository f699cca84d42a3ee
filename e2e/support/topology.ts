/**
 * The ports and folders of the journeys' shop, which differ from those of `npm start`. No other ports are fixed: other scripts
 * take free ones (`findFreePort`).
 */
import { join, resolve } from 'node:path'
import { isFree } from '#db/connection/ports.ts'
import { ROOT } from '#db/testing/node-process.ts'

/** The first of five ports, so that two checkouts can run their journeys at the same time. */
export const ORIGIN_PORT = Number(process.env.E2E_PORT ?? 4390)
export const SHOP_PORT = ORIGIN_PORT + 1
export const SECOND_API_PORT = ORIGIN_PORT + 2
export const ORIGIN = `http://localhost:${ORIGIN_PORT}`
/** The shop of another company; its demo blog takes the port after it. */
export const ANOTHER_SHOP_PORT = ORIGIN_PORT + 3
const PORTS = [ORIGIN_PORT, SHOP_PORT, SECOND_API_PORT, ANOTHER_SHOP_PORT, ANOTHER_SHOP_PORT + 1]
export const DATA_DIR = resolve(ROOT, '.data', 'e2e')
/** Node's warnings in the shop's processes: `refuse-warnings.ts` fails the run for them. */
export const WARNINGS_FILE = join(DATA_DIR, 'warnings.log')
/** One build serves journeys, deployment tests, chaos and measurements. */
export const SITE_DIR = resolve(ROOT, process.env.SITE_DIR ?? '.data/e2e-site')

/** @throws Error that names the ports in use by other programs, and says how to choose others */
export async function refuseTakenPorts(): Promise<void> {
  const free = await Promise.all(PORTS.map(isFree))
  const taken = PORTS.filter((_, index) => !free[index])
  if (taken.length === 0) return
  throw new Error(
    `Other programs have port ${taken.join(', ')}. Choose five others: E2E_PORT=4500 npm run e2e`,
  )
}
