import { createContext } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

const draw = renderToStaticMarkup
const no = false as boolean
const Context = createContext('')

test('what has no element in it has one text, as it is', () => {
  const [a, b] = ['A', 2]
  expect(
    draw(
      <p>
        {a} and {b}
      </p>,
    ),
  ).toBe('<p>A and 2</p>')
  expect(
    draw(
      <p>
        {a}
        {no && 'more'}
        {null}
      </p>,
    ),
  ).toBe('<p>A</p>')
  expect(
    draw(
      <option>
        {a} {[b, ['c']]}
      </option>,
    ),
  ).toBe('<option>A 2c</option>')
})

test('a text beside an element, or where one may come, has an element of its own', () => {
  const a = 'A'
  expect(
    draw(
      <p>
        {a} and <b>B</b> {a}
      </p>,
    ),
  ).toBe('<p><span>A and </span><b>B</b><span> A</span></p>')
  expect(
    draw(
      <p>
        {[1, ' of ']}
        <b>{a}</b>
      </p>,
    ),
  ).toBe('<p><span>1 of </span><b>A</b></p>')
  expect(
    draw(
      <p>
        <i /> <b />
      </p>,
    ),
  ).toBe('<p><i></i> <b></b></p>')
})

test('so has each text in a fragment or a context, which an element may stand beside', () => {
  const a = 'A'
  expect(
    draw(
      <p>
        <>{a}</>
        <b>B</b>
      </p>,
    ),
  ).toBe('<p><span>A</span><b>B</b></p>')
  expect(
    draw(
      <Context value={a}>
        {a}
        {1}
      </Context>,
    ),
  ).toBe('<span>A1</span>')
})

test('names and codes are marked as what no translation may touch, in one element with what is around them', () => {
  const [code, inCapitals] = ['WELCOME10', 'ONHOUSE']
  expect(draw(<p>Use {code}.</p>)).toBe(
    '<p><span><span>Use </span><span translate="no">WELCOME10</span><span>.</span></span></p>',
  )
  expect(
    draw(
      <p>
        <b>1</b> order #{2}
      </p>,
    ),
  ).toBe('<p><b>1</b><span><span> order </span><span translate="no">#2</span></span></p>')
  expect(draw(<>Coupon {inCapitals}</>)).toBe(
    '<span><span>Coupon </span><span translate="no">ONHOUSE</span></span>',
  )
  expect(draw(<b translate="no">{code}</b>)).toBe('<b translate="no">WELCOME10</b>')
  expect(draw(<option>{code}</option>)).toBe('<option>WELCOME10</option>')
})
