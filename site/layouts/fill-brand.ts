/** Fills in `{{brand.email.support}}`, `{{paymentProvider.name}}` and the like when Markdown is rendered. */
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri'
import { brand } from '../../api/contract/brand.ts'
import { paymentProvider } from '../../api/contract/payment-provider.ts'

type MarkdownPlugin = NonNullable<SatteriProcessorOptions['mdastPlugins']>[number]

const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g

/** @throws Error on a name that neither the brand nor the payment provider has, which ends the build */
export function fillPlaceholders(text: string): string {
  return text.replace(PLACEHOLDER, (_, path: string) => {
    const value = path
      .split('.')
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], {
        brand,
        paymentProvider,
      })
    if (typeof value !== 'string')
      throw new Error(`{{${path}}} names nothing of the brand or the payment provider`)
    return value
  })
}

export const fillBrand = {
  name: 'fill-brand',
  text(node, context) {
    const filled = fillPlaceholders(node.value)
    if (filled !== node.value) context.setProperty(node, 'value', filled)
  },
  link(node, context) {
    const url = decodeURI(node.url)
    const filled = fillPlaceholders(url)
    if (filled !== url) context.setProperty(node, 'url', filled)
  },
} satisfies MarkdownPlugin
