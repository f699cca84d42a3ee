for (const slot of document.querySelectorAll('[data-first-name]')) {
  slot.textContent = window.sessionHint?.firstName ?? ''
}
