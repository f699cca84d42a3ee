/**
 * Compares a shop of a million orders with one of 1,000, in turns: calls and purchases.
 * Nothing that a user waits for may grow with the shop.
 */
import { median } from '#e2e/support/wrk.ts'
import { type Call, listAdminCalls, readCount } from './admin-calls.ts'
import type { Bench } from './figures.ts'
import { ask, type LargeShop, openLargeShop } from './large-shop.ts'
import { startProvider } from './machine.ts'
import { openAccounts, shopOf } from './purchases.ts'

const section = 'growth'
/** A call that takes 3 ms in the small shop may take 30 ms in the large one. */
const MOST_GROWTH = 10
/** A common word is counted up to 10,000 rows, and orders that need attention grow with the open orders. */
const MOST_GROWTH_OF_READING_ROWS = 60
/** The best try counts, because the machine may be busy with other things. */
const TRIES = 3
/** The negative control. Without this index the list reads the whole log, the shop's largest table: the measurement must notice. */
const CONTROL = { index: 'audit_log_created_at_idx', path: '/api/admin/audit-log' }

/** The small shop, then the large one. */
type Shops = readonly [LargeShop, LargeShop]

interface Growth {
  ratio: number
  note: string
}

/** Measures both shops in turn, so that a busy second affects both. @returns the smallest growth of several tries */
async function compare(
  shops: Shops,
  isQuick: boolean,
  take: (shop: LargeShop, index: number) => Promise<number>,
): Promise<Growth> {
  const [tries, warmUps, samples] = isQuick ? [1, 0, 1] : [TRIES, 2, 9]
  let best: Growth | undefined
  for (let nth = 0; nth < tries && !(best && best.ratio <= MOST_GROWTH); nth += 1) {
    const tookMs: [number[], number[]] = [[], []]
    // Warm-up: the first calls plan statements and fill caches.
    for (let sample = -warmUps; sample < samples; sample += 1) {
      for (const index of [0, 1] as const) {
        const ms = await take(shops[index], index)
        if (sample >= 0) tookMs[index].push(ms)
      }
    }
    const [small, large] = [median(tookMs[0]), median(tookMs[1])]
    const ratio = large / small
    if (!best || ratio < best.ratio) best = { ratio, note: `${small.toFixed(1)} → ${large.toFixed(1)} ms` }
  }
  return best ?? { ratio: Number.NaN, note: '' }
}

export async function measureGrowth({ server, figures, isQuick }: Bench): Promise<void> {
  const provider = await startProvider()
  const open = (orders: number) => openLargeShop(server, { orders, providerUrl: provider.origin })
  const shops: Shops = [await open(1_000), await open(isQuick ? 2_500 : 1_000_000)]
  const [, shop] = shops
  const grow = (take: Parameters<typeof compare>[2]) => compare(shops, isQuick, take)
  const addGrowth = (name: string, { ratio, note }: Growth, atMost: number) =>
    figures.add({ section, name, value: ratio, unit: '×', budget: { atMost }, note })
  await measureCalls()
  await measurePurchases()
  await runControl()
  await provider.stop()
  for (const each of shops) await each.close()

  /** Records for each list the call that grew most. Every call is printed as well. */
  async function measureCalls(): Promise<void> {
    for (const [path, role] of [
      ['/api/orders', 'customer'],
      ['/api/staff/assignments', 'staff'],
    ] as const)
      addGrowth(path, await grow(async (each) => (await ask(each, path, role)).tookMs), MOST_GROWTH)
    const calls = await listAdminCalls((path) =>
      Promise.all(shops.map(async (each) => readCount((await ask(each, path)).headers))),
    )
    for (const [group, ofGroup] of Map.groupBy(calls, (call) => call.group)) {
      const measured: [Call, Growth][] = []
      for (const call of isQuick ? ofGroup.slice(0, 1) : ofGroup) {
        const growth = await grow(async (each, index) => (await ask(each, call.paths[index] ?? '')).tookMs)
        process.stdout.write(`    ${call.paths[1]?.padEnd(80)} ${growth.ratio.toFixed(2)} × ${growth.note}\n`)
        measured.push([call, growth])
      }
      const [worst] = measured.sort(([, one], [, other]) => other.ratio - one.ratio)
      if (!worst) continue
      const [{ paths, readsRows }, { ratio, note }] = worst
      const most = readsRows ? MOST_GROWTH_OF_READING_ROWS : MOST_GROWTH
      addGrowth(group, { ratio, note: `${note} ${paths[1]?.split('?')[1] ?? ''}` }, most)
    }
  }

  async function measurePurchases(): Promise<void> {
    const buyers = await Promise.all(shops.map(({ db, api }) => openAccounts(db, shopOf(api, provider), 3)))
    const growth = await grow(async (_shop, index) => {
      const startedAtMs = performance.now()
      await buyers[index]?.()
      return performance.now() - startedAtMs
    })
    addGrowth('a purchase: create-order, pay, verify', growth, MOST_GROWTH)
  }

  async function runControl(): Promise<void> {
    await shop.db.raw(`DROP INDEX ${CONTROL.index}`)
    const { ratio, note } = await grow(async (each) => (await ask(each, CONTROL.path)).tookMs)
    const name = `control: ${CONTROL.path} without its index is seen`
    figures.add({ section, name, value: ratio, unit: '×', budget: { atLeast: MOST_GROWTH }, note })
  }
}
