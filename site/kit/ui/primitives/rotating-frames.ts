/**
 * `<rotating-frames interval="4000">`: shows one `[data-frame]` after the other. It pauses under the pointer, while it contains the
 * focus, in a hidden tab, while it is not displayed, by its button and for people who prefer reduced motion.
 */
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

class RotatingFrames extends HTMLElement {
  #timer: ReturnType<typeof setInterval> | undefined
  #isPaused = false

  connectedCallback(): void {
    this.querySelector('[data-pause]')?.addEventListener('click', () => this.#togglePause())
    this.#timer = setInterval(() => this.#showNext(), Number(this.getAttribute('interval')))
  }

  disconnectedCallback(): void {
    clearInterval(this.#timer)
  }

  #togglePause(): void {
    this.#isPaused = !this.#isPaused
    this.toggleAttribute('data-paused', this.#isPaused)
    const button = this.querySelector<HTMLElement>('[data-pause]')
    const label = this.#isPaused ? button?.dataset.resumeLabel : button?.dataset.pauseLabel
    if (button && label) button.title = label
  }

  #showNext(): void {
    if (this.#isPaused || reducedMotion.matches || document.hidden) return
    if (this.getClientRects().length === 0) return
    if (this.matches(':hover') || this.querySelector(':focus-visible')) return
    const frames = [...this.querySelectorAll<HTMLElement>('[data-frame]')]
    const shown = frames.findIndex((frame) => frame.dataset.frame === 'shown')
    for (const [i, frame] of frames.entries()) {
      frame.dataset.frame = i === (shown + 1) % frames.length ? 'shown' : ''
    }
  }
}

customElements.define('rotating-frames', RotatingFrames)
