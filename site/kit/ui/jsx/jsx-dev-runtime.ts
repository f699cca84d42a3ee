/** jsx-runtime.ts for the dev server. */
import * as react from 'react/jsx-dev-runtime'
import { isList, keepTexts } from './texts.ts'

export type { JSX } from './jsx-runtime.ts'

export const Fragment: typeof react.Fragment = react.Fragment
export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, ...rest) => {
  const kept = keepTexts(type, props)
  return react.jsxDEV(type, kept, key, isStatic && isList(kept), ...rest)
}
