/**
 * Runs in a page. Marks at most two elements of each look by `data-look`: axe need not measure the contrast of each row
 * of a list. Elements look alike if they and their ancestors have the same styles, beside the same positioned ones.
 * @returns whether all that `part` tells assistive technology is what it was at the last survey of it
 */
export function survey(part: string): boolean {
  const looks = new Map<string, { id: number; marked: number }>()
  const outline = [part]

  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const textOf = ({ childNodes }: Element) =>
    [...childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')).join(' ')

  const describe = (element: Element) => {
    const attributes = [...element.attributes].filter(({ name }) => !/^(class|style|data-look)$/.test(name))
    const { value, checked } = element as Partial<HTMLInputElement>
    const state = [value, checked, element.matches(':disabled')]
    return [
      element.localName,
      textOf(element),
      ...state,
      ...attributes.map(({ name, value }) => `${name}=${value}`),
    ]
  }

  const styleOf = (element: Element) => {
    const style = getComputedStyle(element)
    const { color, backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style
    const { position, visibility, overflow, clip, clipPath, textIndent, textShadow, fontSize, fontWeight } =
      style
    const { right, bottom, width, height } = element.getBoundingClientRect()
    return {
      isGone: style.display === 'none',
      backdrop: position === 'static' ? '' : backgroundColor + backgroundImage,
      own: [
        ...[
          color,
          backgroundColor,
          backgroundImage,
          opacity,
          filter,
          mixBlendMode,
          position,
          visibility,
          overflow,
        ],
        ...[clip, clipPath, textIndent, textShadow, fontSize, fontWeight],
        right <= 0 || bottom <= 0 || width <= 1 || height <= 1,
      ].join(),
    }
  }

  const visit = (element: Element, style: ReturnType<typeof styleOf>, parentLook: number): void => {
    element.removeAttribute('data-look')
    if (style.isGone) return
    const children = [...element.children, ...(element.shadowRoot?.children ?? [])].map(
      (child) => [child, styleOf(child)] as const,
    )
    // Whether axe looks at a text depends also on the fields that it names.
    const isAlone =
      element.id || element.matches('label, input, select, textarea, :disabled, [aria-disabled]')
    const look = [
      ...[parentLook, element.localName, isAlone ? looks.size : '', Boolean(textOf(element)), style.own],
      ...children.map(([, { backdrop }]) => backdrop),
    ].join('|')
    const known = looks.get(look) ?? { id: looks.size + 1, marked: 0 }
    looks.set(look, known)
    known.marked += 1
    element.toggleAttribute('data-look', known.marked <= 2)
    for (const [child, itsStyle] of children) visit(child, itsStyle, known.id)
  }

  const list = (element: Element): void => {
    if (isShown(element)) outline.push(JSON.stringify(describe(element)))
    for (const child of [...element.children, ...(element.shadowRoot?.children ?? [])]) list(child)
  }

  visit(document.documentElement, styleOf(document.documentElement), 0)
  for (const element of document.querySelectorAll(part)) list(element)
  const before = Reflect.get(window, 'outline')
  Reflect.set(window, 'outline', outline.join('\n'))
  return before === outline.join('\n')
}
