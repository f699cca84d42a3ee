import * as z from 'zod'

/** Which codes and amounts are taken depends on the shop, so the rules say that (api/rules/money/set-amounts.ts). */
export const OtherAmounts = z
  .record(z.string(), z.union([z.number(), z.string().max(32), z.null()], 'Must be an amount or null'))
  .meta({ examples: [{ INR: 109_900 }] })
  .describe('in other currencies of the shop, by their code; null: none in it. Those left out stay')
