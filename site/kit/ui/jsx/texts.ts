/**
 * No text stands beside an element or in a fragment: it gets an element of its own. A browser's page translation puts another
 * node in the place of a text. React removes, moves and changes elements, and the only text in an element, without asking for
 * that text; with any other text it throws, or changes what is no longer shown (docs/decisions/074-page-translation.md).
 * Names and codes in a text are marked as what no translation may touch.
 */

import { brand } from 'virtual:content'
import { createElement, type ElementType, type Key, type ReactNode } from 'react'
import { createSplit } from '#api/rules/text/untranslated.ts'

/** They hold texts alone. */
const TEXT_ONLY = new Set<ElementType>(['option', 'textarea', 'title', 'script', 'style', 'text', 'tspan'])

const CONTEXT = Symbol.for('react.context')

interface Props {
  children?: ReactNode
  translate?: 'yes' | 'no'
  suppressHydrationWarning?: boolean
}

const isText = (node: ReactNode) =>
  typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint'
const isNothing = (node: ReactNode) => node === null || node === undefined || typeof node === 'boolean'

/** @returns the text of what has no element in it, otherwise undefined */
function join(node: ReactNode): string | undefined {
  if (isText(node)) return String(node)
  if (isNothing(node)) return ''
  if (!Array.isArray(node)) return undefined
  let text = ''
  for (const child of node) {
    const part = join(child)
    if (part === undefined) return undefined
    text += part
  }
  return text
}

/** Blanks alone stay as they are: no translation touches them, and an element would be an item of a flex container. */
const put = (text: string, key: Key, { suppressHydrationWarning, translate }: Props): ReactNode =>
  text.trim()
    ? createElement('span', { key, suppressHydrationWarning }, translate === 'no' ? text : mark(text))
    : text

/** @returns elements with the names and codes of a text, and with what is between them; the text itself if it has none */
function mark(text: string): ReactNode {
  const parts = splitText(text)
  if (parts.length === 1) return text
  return parts.map((part, key) => {
    if (!part.trim()) return part
    return createElement('span', { key, ...(key % 2 && { translate: 'no' }) }, part)
  })
}

/** Elements keep their places, and so their state. Texts that follow one another become one. */
function wrap(node: ReactNode, props: Props): ReactNode {
  if (isText(node)) return put(String(node), 'text', props)
  if (!Array.isArray(node)) return node
  const wrapped: ReactNode[] = []
  let at = -1
  let text = ''
  const end = () => {
    if (at >= 0) wrapped[at] = put(text, `text ${at}`, props)
    at = -1
    text = ''
  }
  for (const [index, child] of node.entries()) {
    if (isText(child)) {
      if (at < 0) at = index
      text += child
      wrapped.push(null)
    } else {
      if (!isNothing(child)) end()
      wrapped.push(wrap(child, props))
    }
  }
  end()
  return wrapped.every((child, index) => child === node[index]) ? node : wrapped
}

/** Whether React checks the keys of the children: they are a list that was written as such. */
export const isList = (props: unknown) => Array.isArray((props as Props).children)

/** @returns the properties of an element, with its texts out of harm's way. Those of a component are its own matter. */
export function keepTexts<Given>(type: ElementType, given: Given): Given {
  const props = given as Props
  const { children } = props
  const isElement = typeof type === 'string'
  const text = isElement ? join(children) : undefined
  const isMarked = text && props.translate !== 'no' && !TEXT_ONLY.has(type) && splitText(text).length > 1
  if (isMarked) return { ...given, children: put(text, 'text', props) }
  if (isElement && !Array.isArray(children)) return given
  const isFragment = typeof type === 'symbol' || (type as { $$typeof?: symbol }).$$typeof === CONTEXT
  if (!isElement && !isFragment) return given
  const kept = text || wrap(children, props)
  return kept === children ? given : { ...given, children: kept }
}

const splitText = createSplit([brand.legalName, brand.name])
