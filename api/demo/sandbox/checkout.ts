import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { decimalsOf } from '#api/rules/money/currencies.ts'

const STYLES_PLACE = "'__STYLES__'"
/** Decimals by ISO 4217, because Intl differs for some currencies. */
const DECIMALS = Object.fromEntries(
  Intl.supportedValuesOf('currency').flatMap((code) =>
    decimalsOf(code) === 2 ? [] : [[code, decimalsOf(code)]],
  ),
)

/** Serves `v1/checkout.js`: like Razorpay's, one script that includes the widget's styles. */
export async function checkoutRoutes(app: FastifyInstance): Promise<void> {
  const [script, styles] = await Promise.all(
    ['./checkout-widget.js', './checkout-widget.css'].map((name) =>
      readFile(new URL(name, import.meta.url), 'utf8'),
    ),
  )
  const source = script
    ?.replace(STYLES_PLACE, () => JSON.stringify(styles))
    .replace('__DECIMALS__', JSON.stringify(DECIMALS))
  app.get('/v1/checkout.js', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(source),
  )
}
