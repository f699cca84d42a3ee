/** Reproducible randomness: all decisions of a run come from its seed (mulberry32). */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  chance(probability: number): boolean
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
}

export function seedRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    chance: (probability) => next() < probability,
    between: (low, high) => low + next() * (high - low),
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
  }
}
