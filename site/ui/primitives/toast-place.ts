/** Finds a place for the toast where it covers nothing that is being used. */

/** Headers, titles of dialogs, bars at the bottom, searches, what is marked `data-in-use`, and the element with the focus. */
const USED =
  'body > header, dialog [id$=-title], dialog [aria-label=Close], [data-bottom-bar], [role=search], input[type=search], [data-in-use], :focus'

/**
 * Puts the toast at the bottom right, else at the bottom left, as low as it covers nothing of `home` that is used.
 * @returns what it keeps clear of
 */
export function standClear(toaster: HTMLElement, home: Element): Element[] {
  const { width, height } = toaster.getBoundingClientRect()
  const used = [...home.querySelectorAll(USED)].filter(
    (element) => !toaster.contains(element) && !element.contains(toaster),
  )
  const boxes = used.map((element) => element.getBoundingClientRect()).filter((box) => box.height > 0)
  const places = [innerWidth - width, 0].map((left) => ({ left, top: climb(boxes, left, width, height) }))
  const place = places.find(({ top }) => top >= 0) ?? { left: innerWidth - width, top: innerHeight - height }
  toaster.style.left = `${place.left}px`
  toaster.style.top = `${place.top}px`
  return used
}

/** @returns the lowest top at which it meets none of the boxes; below 0 where there is none */
function climb(boxes: DOMRect[], left: number, width: number, height: number): number {
  let top = innerHeight - height
  for (;;) {
    const met = boxes.find(
      (box) => box.left < left + width && box.right > left && box.top < top + height && box.bottom > top,
    )
    if (!met) return top
    top = met.top - height
  }
}
