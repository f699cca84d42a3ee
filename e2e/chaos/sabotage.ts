/**
 * The negative control. Loaded before an API process, it changes two sources as they are read: webhooks are taken and
 * forgotten, and a coupon's use is read and then written, without its lock.
 */
import { registerHooks } from 'node:module'

const CHANGES: Record<string, [from: string | RegExp, to: string][]> = {
  'api/features/payments/webhook.ts': [[/await handleEvent\(services, event\)/, '']],
  'api/features/coupons/coupon.ts': [
    [/(\.whereRaw\('\(usage_limit IS NULL OR used_count < usage_limit\)'\)\s*)\.forUpdate\(\)/, '$1'],
    [".increment('usedCount', 1)", '.patch({ usedCount: coupon.usedCount + 1 })'],
  ],
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const changes = Object.entries(CHANGES).find(([path]) => url.endsWith(path))?.[1]
    if (!changes || loaded.source === undefined || loaded.source === null) return loaded
    const source = loaded.source.toString()
    let changed = source
    for (const [from, to] of changes) {
      const before = changed
      changed = changed.replace(from, to)
      if (changed === before) throw new Error(`Nothing to sabotage in ${url}: ${String(from)}`)
    }
    return { ...loaded, source: changed }
  },
})
