// Shows a notice if a script does not arrive at the second try either. Inline, because it must not depend on another script. The
// second try of a page's own script is a reload: a browser remembers a failed module, or import of one, as long as the page lives.
{
  const STALLED_S = 10
  let mayReload = performance.getEntriesByType('navigation')[0]?.type !== 'reload'
  let isReloading = false
  let pressed
  let notice
  const failed = new WeakSet()
  const nameOf = (button) => button.getAttribute('aria-label') ?? button.textContent

  const hide = () => notice?.toggleAttribute('hidden', true)
  const say = () => {
    if (isReloading) return
    notice ??= document.getElementById('missing-scripts')
    if (!notice) return
    // Outside an open modal dialog the notice would be inert.
    const [around = document.body] = [...document.querySelectorAll('dialog[open]')].reverse()
    around.append(notice)
    notice.hidden = false
  }
  const fail = async (error) => {
    if (!mayReload) return say()
    if (document.prerendering) return document.addEventListener('prerenderingchange', () => fail(error))
    mayReload = false
    isReloading = true
    // The browser's cache may contain a truncated file.
    if (error instanceof SyntaxError) {
      const urls = performance.getEntriesByType('resource').map(({ name }) => name)
      const options = { cache: 'reload', signal: AbortSignal.timeout(1000 * STALLED_S) }
      await Promise.allSettled(
        urls.filter((url) => /\/_astro\/.*\.js/.test(url)).map((url) => fetch(url, options)),
      )
    }
    if (pressed) history.replaceState({ ...history.state, pressed }, '')
    location.reload()
  }
  const watch = (isThere) => {
    let seconds = 0
    const timer = setInterval(() => {
      seconds += 1
      if (isThere()) {
        clearInterval(timer)
        if (seconds > STALLED_S) hide()
      } else if (seconds === STALLED_S) say()
      else if (seconds === 2 * STALLED_S) void fail()
    }, 1000)
  }

  // The build replaces every `import()` with this (site/build/second-try.ts).
  window.importTwice = async (name) => {
    const path = name.replace('.', '/_astro')
    const first = import(path)
    let timer
    const late = new Promise((_, giveUp) => {
      timer = setTimeout(giveUp, 1000 * STALLED_S, 'late')
    })
    try {
      return await Promise.race([first, late])
    } catch (error) {
      if (error === 'late') say()
      else await new Promise((done) => setTimeout(done, 1000))
      const found = await Promise.any([first, import(`${path}?again`)]).catch(say)
      if (!found) return first
      hide()
      return found
    } finally {
      clearTimeout(timer)
    }
  }

  // No reload once the visitor has typed something, which would be lost.
  addEventListener('input', () => (mayReload = false), true)
  addEventListener(
    'error',
    ({ target, filename, error }) => {
      if (target.localName === 'script' && target.src.includes('/_astro/')) fail()
      else if (error instanceof SyntaxError && filename.includes('/_astro/')) fail(error)
    },
    true,
  )
  addEventListener('astro:hydration-error', ({ target, detail: { error } }) => {
    const when = target.getAttribute('client')
    failed.add(target)
    if (when === 'only' || (when === 'purchase' && 'buying' in document.documentElement.dataset)) fail(error)
    else if (when === 'purchase') addEventListener('purchase:chosen', () => fail(error))
  })
  // An island with complete HTML is only missed when one of its buttons is pressed. After a reload, that button is pressed again.
  addEventListener(
    'click',
    ({ target }) => {
      const button = target.closest('button')
      const island = button?.closest('astro-island[client=intent][ssr]')
      if (button?.hasAttribute('data-reload')) location.reload()
      if (!island) return
      pressed = nameOf(button)
      if (failed.has(island)) fail()
      else watch(() => !island.hasAttribute('ssr'))
    },
    true,
  )
  addEventListener('DOMContentLoaded', () => {
    const { pressed: label, ...state } = history.state ?? {}
    if (!label) return
    history.replaceState(state, '')
    setTimeout(() => {
      for (const button of document.querySelectorAll('astro-island button'))
        if (nameOf(button) === label) return button.click()
    })
  })
  const areHere = (islands) => !document.querySelector(`astro-island[client=${islands}][ssr]`)
  addEventListener('purchase:chosen', () => watch(() => areHere('purchase')))
  watch(() => customElements.get('shop-toaster') && areHere('only'))
}
