// @ts-check
/**
 * The browser part of the sandbox, served as checkout.js: a `window.Razorpay` with the same interface, whose dialog asks for the
 * outcome instead of a card. The page's CSP applies to it too: no inline styles, no markup from text.
 */
;(() => {
  const STYLES = '__STYLES__'
  /** @type {Record<string, number>} decimals of the currencies that do not have two */
  const DECIMALS = JSON.parse('__DECIMALS__')
  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const payUrl = new URL('../pay', script.src)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)

  /**
   * @typedef {{
   *   key: string, amount: number | string, currency?: string, name?: string, description?: string, order_id: string,
   *   handler?: (fields: PaymentFields) => void,
   *   prefill?: { name?: string, email?: string, contact?: string },
   *   modal?: { ondismiss?: () => void, escape?: boolean, confirm_close?: boolean },
   *   retry?: { enabled?: boolean } | boolean,
   * }} CheckoutOptions
   * @typedef {{ razorpay_order_id: string, razorpay_payment_id: string, razorpay_signature: string }} PaymentFields
   * @typedef {{
   *   code: string, description: string, source: string, step: string, reason: string,
   *   metadata: { order_id?: string, payment_id?: string },
   * }} PaymentError
   */

  class Razorpay {
    /** @type {CheckoutOptions} */ #options
    /** @type {Map<string, ((response: unknown) => void)[]>} */ #listeners = new Map()
    /** @type {HTMLElement | undefined} */ #host
    #isBusy = false

    /** @param {CheckoutOptions} options */
    constructor(options) {
      if (!options?.key) throw new Error('No key passed')
      this.#options = options
    }

    /**
     * @param {string} event
     * @param {(response: unknown) => void} listener
     */
    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
      return this
    }

    open() {
      if (this.#host) return
      const host = document.createElement('div')
      const root = host.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      const dialog = this.#build()
      root.append(dialog)
      // Razorpay's form is an iframe, so key events never reach the page.
      for (const type of ['keydown', 'keyup', 'keypress'])
        host.addEventListener(type, (event) => event.stopPropagation())
      document.body.append(host)
      this.#host = host
      dialog.showModal()
      dialog.focus()
    }

    /** Closes the form without calling the page back, like Razorpay's when the page closes it. */
    close() {
      const host = this.#host
      this.#host = undefined
      host?.shadowRoot?.querySelector('dialog')?.close()
      host?.remove()
    }

    #build() {
      const { name, description, currency = 'INR', prefill = {} } = this.#options
      const isInRupees = currency === 'INR'
      const dialog = element('dialog', {
        tabindex: '-1',
        'aria-labelledby': 'title',
        'aria-describedby': 'amount',
      })
      const buyer = Object.entries({ Name: prefill.name, Email: prefill.email, Phone: prefill.contact })
      dialog.append(
        element(
          'header',
          {},
          element('p', { class: 'badge' }, 'Test mode – no money moves'),
          element('h2', { id: 'title' }, 'Test checkout'),
          element('p', { class: 'amount', id: 'amount' }, formatAmount(this.#options)),
          element('p', { class: 'description' }, [name, description].filter(Boolean).join(' · ')),
        ),
        element(
          'dl',
          { 'aria-label': 'Buyer' },
          ...buyer.flatMap(([label, value]) =>
            value ? [element('dt', {}, label), element('dd', {}, value)] : [],
          ),
        ),
        ...(isInRupees ? [methods()] : []),
        element('p', { class: 'problem', role: 'alert' }),
        element(
          'div',
          { class: 'actions' },
          this.#button('Pay', 'success', () => this.#pay('success')),
          this.#button('Simulate a decline', 'declined', () => this.#pay('declined')),
          this.#button('Simulate a network error', 'network', () => this.#pay('network')),
          ...(isInRupees
            ? [this.#button('Simulate a timeout', 'timed_out', () => this.#pay('timed_out'))]
            : []),
          this.#button('Close', 'close', () => this.#leave()),
        ),
      )
      const onEscape = (/** @type {Event} */ event) => {
        event.preventDefault()
        if (this.#options.modal?.escape !== false) this.#leave()
      }
      dialog.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') onEscape(event)
      })
      // Fired by the back gesture of a phone, for example.
      dialog.addEventListener('cancel', onEscape)
      return dialog
    }

    /**
     * @param {string} label
     * @param {string} action
     * @param {() => void} act
     */
    #button(label, action, act) {
      const button = element('button', { type: 'button', 'data-action': action }, label)
      button.addEventListener('click', act)
      return button
    }

    #leave() {
      if (this.#isBusy || !this.#host) return
      const { modal } = this.#options
      if (modal?.confirm_close && !window.confirm('Close the checkout without paying?')) return
      this.close()
      later(() => modal?.ondismiss?.())
    }

    /** @param {'success' | 'declined' | 'network' | 'timed_out'} outcome */
    async #pay(outcome) {
      if (this.#isBusy) return
      this.#setBusy(true)
      const { fields, error } = await requestPayment(this.#options, outcome, this.#method())
      this.#setBusy(false)
      if (fields) {
        this.close()
        later(() => this.#options.handler?.(fields))
      } else if (error) {
        this.#fail(error)
      }
    }

    /** Keeps the form open for another attempt. If the page has turned off retries, closes it and calls `ondismiss`. */
    #fail(/** @type {PaymentError} */ error) {
      const { retry, modal } = this.#options
      const isRetryOn = typeof retry === 'object' ? retry.enabled !== false : retry !== false
      const problem = this.#host?.shadowRoot?.querySelector('.problem')
      if (problem) problem.textContent = error.description
      for (const listener of this.#listeners.get('payment.failed') ?? []) listener({ error })
      if (isRetryOn) return
      this.close()
      later(() => modal?.ondismiss?.())
    }

    #method() {
      const chosen = this.#host?.shadowRoot?.querySelector('input:checked')
      return chosen instanceof HTMLInputElement ? chosen.value : 'card'
    }

    #setBusy(/** @type {boolean} */ isBusy) {
      this.#isBusy = isBusy
      this.#host?.shadowRoot?.querySelector('.actions')?.setAttribute('aria-busy', String(isBusy))
    }
  }

  /**
   * @param {CheckoutOptions} options
   * @param {string} outcome
   * @param {string} method
   * @returns {Promise<{ fields?: PaymentFields, error?: PaymentError }>}
   */
  async function requestPayment(options, outcome, method) {
    const { key, order_id, amount, currency, description, prefill = {} } = options
    const { email, contact } = prefill
    try {
      const response = await fetch(payUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          order_id,
          outcome,
          method,
          key_id: key,
          amount,
          currency,
          description,
          email,
          contact,
        }),
      })
      const body = await response.json()
      return response.ok ? { fields: body } : { error: body.error }
    } catch {
      const description = 'The test checkout did not reach the sandbox.'
      const where = { source: 'internal', step: 'payment_initiation', reason: 'network_error' }
      return { error: { code: 'NETWORK_ERROR', description, ...where, metadata: { order_id } } }
    }
  }

  /** Renders the payment methods in rupees. The first one is preselected. */
  function methods() {
    const labels = { upi: 'UPI: scan the QR code or open your app', netbanking: 'Netbanking', card: 'Card' }
    const choices = Object.entries(labels).map(([value, label], index) => {
      const input = element('input', { type: 'radio', name: 'method', value })
      input.checked = index === 0
      return element('label', {}, input, label)
    })
    return element('fieldset', {}, element('legend', {}, 'Pay by'), ...choices)
  }

  /** @param {CheckoutOptions} options */
  function formatAmount({ amount, currency = 'INR' }) {
    const decimals = DECIMALS[currency] ?? 2
    const format = new Intl.NumberFormat(document.documentElement.lang || 'en-US', {
      ...{ style: 'currency', currency },
      ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
    })
    return format.format(Number(amount) / 10 ** decimals)
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Record<string, string>} attributes
   * @param {(Node | string)[]} children strings become text, never markup
   */
  function element(tag, attributes, ...children) {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    made.append(...children)
    return made
  }

  /** Razorpay calls back after its form has closed. @param {() => void} act */
  function later(act) {
    setTimeout(act, 0)
  }

  Object.assign(window, { Razorpay })
})()
