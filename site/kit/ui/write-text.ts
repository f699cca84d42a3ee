/** Codes and numbers in the shop's own short texts. Every page loads this, so it is short; api/rules/text/untranslated.ts has all kinds. */
const CODE = /(#\d+|\b[A-Z][A-Z\d_-]{2,})/

/** As the text of an element that no JSX makes. Codes and numbers are not translated. */
export function writeText(element: Element, text: string): void {
  element.textContent = ''
  for (const [index, part] of text.split(CODE).entries()) {
    const span = document.createElement('span')
    span.textContent = part
    span.translate = index % 2 === 0
    element.append(span)
  }
}
