/**
 * Wraps every text that stands beside an element or in a fragment in an element of its own. A browser's page translation replaces
 * text nodes. React can still move, change and remove elements, and the only text in an element. With any other replaced text it
 * throws, or updates a node that is no longer shown (docs/decisions/074-page-translation.md).
 * Names and codes in a text are marked as not to be translated.
 */

import { brand } from 'virtual:content'
import { createElement, type ElementType, type Key, type ReactNode } from 'react'
import { createSplit } from '#api/rules/text/untranslated.ts'

/** These elements may only contain text. */
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

/** @returns the node's whole text; undefined if it contains an element */
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

/** Blanks stay bare: no translation touches them, and an element would become an item of a flex container. */
const put = (text: string, key: Key, { suppressHydrationWarning, translate }: Props): ReactNode =>
  text.trim()
    ? createElement('span', { key, suppressHydrationWarning }, translate === 'no' ? text : mark(text))
    : text

/** @returns one element for each name or code and for each text between them; the text itself if it has neither */
function mark(text: string): ReactNode {
  const parts = splitText(text)
  if (parts.length === 1) return text
  return parts.map((part, key) => {
    if (!part.trim()) return part
    return createElement('span', { key, ...(key % 2 && { translate: 'no' }) }, part)
  })
}

/** Elements keep their index, and so their state. Adjacent texts become one. */
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

/** Whether the children are still an array: keepTexts may have joined them into one text. */
export const isList = (props: unknown) => Array.isArray((props as Props).children)

/** @returns the props of an element or a fragment, with its texts wrapped. A component's props stay as given: it draws them itself. */
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
