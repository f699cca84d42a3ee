import { expect, test } from 'vitest'
import { applyMark, type Mark } from './format-marks.ts'

/** The selection stands between bars: 'Hello |Grace|'. */
function mark(kind: Mark, shown: string): string {
  const [before = '', selected = '', after = ''] = shown.split('|')
  const start = before.length
  const marked = applyMark(kind, { text: before + selected + after, start, end: start + selected.length })
  const { text } = marked
  return `${text.slice(0, marked.start)}|${text.slice(marked.start, marked.end)}|${text.slice(marked.end)}`
}

test('words become bold without the spaces around them, and lose their marks again', () => {
  expect(mark('bold', 'Hello | Grace |, hi')).toBe('Hello  **|Grace|** , hi')
  expect(mark('bold', 'Hello **|Grace|**')).toBe('Hello |Grace|')
  expect(mark('bold', 'Hello ||')).toBe('Hello **||**')
})

test('all lines that the selection touches become a list, and lose their marks again', () => {
  expect(mark('list', 'Please:\no|ne\ntw|o\nThanks')).toBe('Please:\n|- one\n- two|\nThanks')
  expect(mark('list', '|- one\n- two|')).toBe('|one\ntwo|')
  expect(mark('list', 'Please:\n||')).toBe('Please:\n- ||')
})

test('words become a link whose address is selected', () => {
  expect(mark('link', 'See |the plan|.')).toBe('See [the plan](|https://|).')
  expect(mark('link', '||')).toBe('[link](|https://|)')
})
