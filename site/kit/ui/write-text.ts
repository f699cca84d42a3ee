/** Codes and numbers in the shop's own short texts. Short, because every page loads it; api/rules/text/untranslated.ts has all kinds. */
const CODE = /(#\d+|\b[A-Z][A-Z\d_-]{2,})/

/** Sets the text of an element that is not made by JSX. Codes and numbers are marked as not to be translated. */
export function writeText(element: Element, text: string): void {
  element.textContent = ''
  for (const [index, part] of text.split(CODE).entries()) {
    const span = document.createElement('span')
    span.textContent = part
    span.translate = index % 2 === 0
    element.append(span)
  }
}
