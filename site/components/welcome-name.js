for (const slot of document.querySelectorAll('[data-first-name]')) {
  slot.textContent = window.sessionHint?.firstName ?? ''
}
for (const slot of document.querySelectorAll('[data-greeting]')) {
  slot.textContent = window.sessionHint?.greeting ?? ''
}
