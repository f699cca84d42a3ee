/** The form in the sign-in dialog that mails a link to set a new password. The response is the same for every e-mail. */
import type { RequestResetResponse } from '#api/contract/people/auth.ts'
import { ApiError, callApi } from '#site/kit/client/api.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { checkEmail, EMAIL_INVALID, getElement, setButtonBusy, showFieldError } from './form-fields.ts'

interface Options {
  email: string
  onBack: (email: string) => void
}

/** Adds the form to the dialog, whose own form the caller has hidden. */
export function showForgotPassword(dialog: HTMLDialogElement, { email, onBack }: Options): void {
  const template = getElement<HTMLTemplateElement>(dialog, 'template')
  getElement(dialog, 'form').after(template.content.cloneNode(true))
  const form = getElement<HTMLFormElement>(dialog, 'form + form')
  const input = getElement<HTMLInputElement>(form, 'input')
  const button = getElement(form, '[type=submit]')
  dialog.setAttribute('aria-labelledby', 'forgot-title')
  let isBusy = false

  function explain(message?: string): void {
    showFieldError(input, getElement(form, '#forgot-email-error'), message)
    if (message) input.focus()
  }

  function setBusy(busy: boolean): void {
    isBusy = busy
    setButtonBusy(button, busy, busy ? 'Sending...' : 'Send Link')
  }

  async function submit(): Promise<void> {
    if (isBusy) return
    const typed = input.value.trim()
    const fault = checkEmail(typed)
    if (fault) return explain(fault)
    setBusy(true)
    try {
      const { message } = await callApi<RequestResetResponse>('/api/auth/forgot-password', {
        method: 'POST',
        body: { email: typed },
      })
      getElement(form, '[data-ask]').hidden = true
      getElement(form, '[data-message]').textContent = message
      const asked = getElement(form, '[data-asked]')
      asked.hidden = false
      asked.focus()
    } catch (error) {
      setBusy(false)
      const body = error instanceof ApiError ? error.body : undefined
      if (body?.issues?.length) explain(body.issues[0]?.message ?? EMAIL_INVALID)
      else showError('Error', body?.message ?? 'The link couldn’t be sent. Please try again.')
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  input.addEventListener('input', () => input.ariaInvalid && explain())
  getElement(form, '[data-back]').addEventListener('click', () => onBack(input.value.trim()))
  input.value = email
  input.focus()
}
