/**
 * Tells React what a password manager has put into a form without an event, before React's next event or rendering takes it away.
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
  // All values first: React draws the whole form at the first event.
  const unheard = [...(form?.elements ?? [])].flatMap((field) =>
    isUnheard(field, type) ? [{ field, value: field.value }] : [],
  )
  for (const { field, value } of unheard) {
    heard.set(field, value)
    // React hears of a value that differs from the last one set in its sight; the prototype's setter is out of it.
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isUnheard(field: Element, type: string): field is Field {
  // Nobody knows what React has set in a select, and to hear it again does no harm.
  if (field instanceof HTMLSelectElement) return type === 'submit' && field.autocomplete !== ''
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  // React keeps what it knows also as the default value, and watches its fields by a property of their own.
  return (
    isText &&
    !/^(checkbox|radio|file|submit|button)$/.test(field.type) &&
    Object.hasOwn(field, 'value') &&
    field.value !== field.defaultValue &&
    field.value !== heard.get(field)
  )
}
