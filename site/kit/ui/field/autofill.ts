/**
 * Tells React about values that a password manager has put into a form without an event. Otherwise React's next event or render
 * would remove them.
 */
const heard = new WeakMap<Element, string>()

for (const type of ['input', 'focusin', 'click', 'submit']) addEventListener(type, tellReact, true)

function tellReact({ isTrusted, type, target }: Event): void {
  if (!isTrusted || !(target instanceof Element)) return
  if (type === 'input' && 'value' in target) heard.set(target, String(target.value))
  const form =
    target instanceof HTMLFormElement
      ? target
      : target.closest<HTMLInputElement>('button, input, select, textarea')?.form
  // Reads all values first, because React renders the whole form on the first event.
  const unheard = [...(form?.elements ?? [])].flatMap((field) =>
    isUnheard(field, type) ? [{ field, value: field.value }] : [],
  )
  for (const { field, value } of unheard) {
    heard.set(field, value)
    // React ignores an event unless the value differs from the last one that it has seen. It sees this assignment, but not the
    // prototype's setter below.
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isUnheard(field: Element, type: string): field is Field {
  // What React last set in a select cannot be read. Telling it again does no harm.
  if (field instanceof HTMLSelectElement) return type === 'submit' && field.autocomplete !== ''
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  // React keeps the value that it knows in `defaultValue` as well, and gives the fields that it controls their own `value` property.
  return (
    isText &&
    !/^(checkbox|radio|file|submit|button)$/.test(field.type) &&
    Object.hasOwn(field, 'value') &&
    field.value !== field.defaultValue &&
    field.value !== heard.get(field)
  )
}
