/** The part of the sign-in dialog that sends a link to set a new password. The response is the same for every e-mail. */
import type { RequestResetResponse } from '../../../api/contract/auth.ts'
import { ApiError, callApi } from '../../client/api.ts'
import { showError } from '../../stores/toast.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const INVALID = 'Please enter a valid email address'

interface Options {
  email: string
  onBack: (email: string) => void
}

/** Puts it after the dialog's own form, which the caller has hidden and shows again. */
export function showForgotPassword(dialog: HTMLDialogElement, { email, onBack }: Options): void {
  const template = get(dialog, 'template', HTMLTemplateElement)
  get(dialog, 'form', HTMLFormElement).after(template.content.cloneNode(true))
  const form = get(dialog, 'form + form', HTMLFormElement)
  const input = get(form, 'input', HTMLInputElement)
  const button = get(form, '[type=submit]', HTMLButtonElement)
  dialog.setAttribute('aria-labelledby', 'forgot-title')
  let isBusy = false

  function explain(message?: string): void {
    const note = get(form, '#forgot-email-error', HTMLElement)
    note.querySelector('span')?.replaceChildren(message ?? '')
    note.hidden = !message
    if (message) {
      input.setAttribute('aria-invalid', 'true')
      input.focus()
    } else input.removeAttribute('aria-invalid')
  }

  function setBusy(busy: boolean): void {
    isBusy = busy
    button.setAttribute('aria-disabled', String(busy))
    button.textContent = busy ? 'Sending...' : 'Send Link'
  }

  async function submit(): Promise<void> {
    if (isBusy) return
    const typed = input.value.trim()
    if (!typed) return explain('Email is required')
    if (!EMAIL.test(typed)) return explain(INVALID)
    setBusy(true)
    try {
      const { message } = await callApi<RequestResetResponse>('/api/auth/forgot-password', {
        method: 'POST',
        body: { email: typed },
      })
      get(form, '[data-ask]', HTMLElement).hidden = true
      get(form, '[data-message]', HTMLElement).textContent = message
      const asked = get(form, '[data-asked]', HTMLElement)
      asked.hidden = false
      asked.focus()
    } catch (error) {
      setBusy(false)
      const body = error instanceof ApiError ? error.body : undefined
      if (body?.issues?.length) explain(body.issues[0]?.message ?? INVALID)
      else showError('Error', body?.message ?? 'The link could not be asked for. Please try again.')
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  input.addEventListener('input', () => input.ariaInvalid && explain())
  get(form, '[data-back]', HTMLElement).addEventListener('click', () => onBack(input.value.trim()))
  input.value = email
  input.focus()
}

function get<Kind extends Element>(parent: Element, selector: string, kind: new () => Kind): Kind {
  const element = parent.querySelector(selector)
  if (!(element instanceof kind)) throw new Error(`The dialog has no ${selector}`)
  return element
}
