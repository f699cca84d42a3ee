/** The hero's category links fill the filter bar of the same page instead of loading it anew. */
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-category]') : null
  const select = document.querySelector<HTMLSelectElement>('#packages select[name=category]')
  if (!link || !select) return
  select.value = link.dataset.category ?? ''
  // A category without packages is not in the filter: the link then loads the page.
  if (!select.value) return
  event.preventDefault()
  select.dispatchEvent(new Event('input', { bubbles: true }))
  document.querySelector('#packages')?.scrollIntoView()
})
