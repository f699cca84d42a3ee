/** `<cookie-notice>`: asks before the ad tracker is loaded, and again whenever 'Cookie choices' is chosen in the footer. */
import { readStored, store } from '#site/kit/stores/stored.ts'
import { forgetGoogleTag, loadGoogleTag } from './google-tag.ts'

const KEY = 'ad-consent'
type Choice = 'granted' | 'refused'

/** The browser sends Global Privacy Control, which counts as a refusal: https://w3c.github.io/gpc/ */
const hasRefusedEverywhere = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true

class CookieNotice extends HTMLElement {
  /** The button that opened the notice and gets the focus back. */
  #opener: HTMLElement | undefined

  connectedCallback(): void {
    // The visitor may never see a prerendered page.
    if ('prerendering' in document && document.prerendering)
      document.addEventListener('prerenderingchange', () => this.#start(), { once: true })
    else this.#start()
  }

  #start(): void {
    const choice = hasRefusedEverywhere ? 'refused' : readStored<Choice>(KEY, 'browser')
    if (choice === 'granted') this.#load()
    if (choice === 'refused') forgetGoogleTag()
    if (!choice) this.#show()
    for (const button of this.querySelectorAll<HTMLElement>('[data-choice]'))
      button.addEventListener('click', () => this.#choose(button.dataset.choice as Choice))
    document.addEventListener('click', ({ target }) => {
      const opener = target instanceof Element && target.closest<HTMLElement>('[data-cookie-choices]')
      if (!opener) return
      this.#opener = opener
      this.#show(readStored<Choice>(KEY, 'browser'))
      this.querySelector<HTMLElement>('[data-states]:not([hidden]) [data-choice]')?.focus()
    })
  }

  #load(): void {
    // The link to an unpaid order in a mail contains a secret.
    const isSecret = location.pathname === '/checkout' && new URLSearchParams(location.search).has('order')
    if (!isSecret) loadGoogleTag(this.dataset.tag ?? '')
  }

  #show(choice?: Choice): void {
    const state = hasRefusedEverywhere ? 'everywhere' : (choice ?? 'open')
    for (const part of this.querySelectorAll<HTMLElement>('[data-states]'))
      part.hidden = !part.dataset.states?.split(' ').includes(state)
    this.hidden = false
    // The notice must not hide an element that gets the focus (WCAG 2.2, 2.4.11).
    document.documentElement.style.scrollPaddingBottom = `${this.offsetHeight + 32}px`
  }

  #choose(choice: Choice): void {
    const hadTag = window.gtag !== undefined
    if (!hasRefusedEverywhere) store(KEY, choice, 'browser')
    this.hidden = true
    document.documentElement.style.scrollPaddingBottom = ''
    const next = this.#opener ?? document.getElementById('content')
    next?.focus({ preventScroll: true })
    if (choice === 'granted' && !hadTag) this.#load()
    if (choice === 'refused') forgetGoogleTag()
    // Only a reload stops a script that is running.
    if (choice === 'refused' && hadTag) location.reload()
  }
}

customElements.define('cookie-notice', CookieNotice)
