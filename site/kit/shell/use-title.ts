import { brand } from 'virtual:content'
import { useEffect } from 'react'

/** The title without the count; undefined until one of the two functions below is called. */
let bare: string | undefined
let count = 0

function show(): void {
  if (bare !== undefined) document.title = count > 0 ? `(${count}) ${bare}` : bare
}

/** Sets the page's title while the component is mounted. @param title the company's name is added */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = bare ?? document.title
    bare = `${title} | ${brand.name}`
    show()
    return () => {
      bare = before
      show()
    }
  }, [title])
}

/** Puts a number in front of any page's title; 0 removes it. @example countInTitle(2) // (2) INV-12 | … */
export function countInTitle(next: number): void {
  bare ??= document.title
  count = next
  show()
}
