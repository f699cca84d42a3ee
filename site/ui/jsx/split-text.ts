import { brand } from 'virtual:content'
import { createSplit } from '../../../api/rules/text/untranslated.ts'

export const splitText = createSplit([brand.legalName, brand.name])

/** As the text of an element that no JSX makes. Names and codes are not translated. */
export function writeText(element: Element, text: string): void {
  const parts = splitText(text).map((part, index) =>
    index % 2 ? Object.assign(document.createElement('span'), { translate: false, textContent: part }) : part,
  )
  element.replaceChildren(...parts)
}
