/**
 * Runs in a page. Marks the elements that axe has to measure, because it is slow:
 * - `data-look`: at most two elements of each look for contrast, so not every row of a list. Elements look alike if they and their
 *   ancestors have the same styles and the same positioned children.
 * - `data-target`: controls that are small or overlap another one. axe's rule for target sizes passes all others.
 * @returns whether `part` tells assistive technology the same as at the last survey
 */
export function survey(part: string): boolean {
  const PRESSED =
    'a[href], area[href], button, input, select, textarea, summary, [role][tabindex], [role][contenteditable]'
  /** In CSS pixels: WCAG 2.2, 2.5.8. */
  const SMALLEST_TARGET = 24
  const looks = new Map<string, { id: number; marked: number }>()
  const targets: { element: Element; box: DOMRect }[] = []
  const outline = [part]

  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const textOf = ({ childNodes }: Element) =>
    [...childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')).join(' ')

  const describe = (element: Element) => {
    const attributes = [...element.attributes].filter(
      ({ name }) => !/^(class|style|data-(look|target))$/.test(name),
    )
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
    const box = element.getBoundingClientRect()
    const { right, bottom, width, height } = box
    return {
      box,
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
    element.removeAttribute('data-target')
    if (style.isGone) return
    if (element.matches(PRESSED)) targets.push({ element, box: style.box })
    const children = [...element.children, ...(element.shadowRoot?.children ?? [])].map(
      (child) => [child, styleOf(child)] as const,
    )
    // Whether axe checks a text also depends on the fields that it labels.
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

  const markTarget = ({ element, box }: (typeof targets)[number]): void => {
    const isSmall = box.width < SMALLEST_TARGET || box.height < SMALLEST_TARGET
    const overlaps = (other: DOMRect) =>
      other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top
    const isOverlapped = targets.some((other) => other.element !== element && overlaps(other.box))
    element.toggleAttribute('data-target', isSmall || isOverlapped)
  }

  visit(document.documentElement, styleOf(document.documentElement), 0)
  for (const target of targets) markTarget(target)
  for (const element of document.querySelectorAll(part)) list(element)
  const before = Reflect.get(window, 'outline')
  Reflect.set(window, 'outline', outline.join('\n'))
  return before === outline.join('\n')
}
