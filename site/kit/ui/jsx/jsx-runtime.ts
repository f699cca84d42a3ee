/** The functions that JSX compiles to: React's own, after texts.ts has protected the texts from page translation. */
import type { ExoticComponent, ReactElement, JSX as ReactJsx } from 'react'
import * as react from 'react/jsx-runtime'
import { isList, keepTexts } from './texts.ts'

export const Fragment: typeof react.Fragment = react.Fragment
export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, keepTexts(type, props), key)
export const jsxs: typeof react.jsxs = (type, props, key) => {
  const kept = keepTexts(type, props)
  return isList(kept) ? react.jsxs(type, kept, key) : react.jsx(type, kept, key)
}

type Drawn = ReactElement | readonly ReactElement[] | boolean | null | undefined

/** React's types, except that a component may not return a bare text: write `<>{text}</>`. */
export declare namespace JSX {
  type ElementType =
    | keyof ReactJsx.IntrinsicElements
    | ((props: never) => Drawn)
    | (new (
        props: never,
      ) => ReactJsx.ElementClass)
    | ExoticComponent<never>
  type Element = ReactJsx.Element
  type ElementClass = ReactJsx.ElementClass
  type ElementAttributesProperty = ReactJsx.ElementAttributesProperty
  type ElementChildrenAttribute = ReactJsx.ElementChildrenAttribute
  type LibraryManagedAttributes<C, P> = ReactJsx.LibraryManagedAttributes<C, P>
  type IntrinsicAttributes = ReactJsx.IntrinsicAttributes
  type IntrinsicClassAttributes<T> = ReactJsx.IntrinsicClassAttributes<T>
  type IntrinsicElements = ReactJsx.IntrinsicElements
}
