{
  const page = document.documentElement
  const isMarked = document.cookie.split('; ').includes('signed_in=1')
  let hint = null
  try {
    hint = JSON.parse(localStorage.getItem('session-hint'))
  } catch {}
  page.dataset.session = isMarked ? (hint ? 'in' : 'unknown') : 'out'
  page.toggleAttribute('data-admin', Boolean(isMarked && hint?.isAdmin))
  page.toggleAttribute('data-staff', Boolean(isMarked && hint?.isStaff))
  window.sessionHint = hint
}
