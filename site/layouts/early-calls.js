// Asks for what the page's island asks for, before its scripts are there (site/client/api.ts takes the responses).
{
  const { calls, audience } = document.currentScript.dataset
  const page = document.documentElement
  const isSignedIn = page.dataset.session !== 'out'
  const query = new URLSearchParams(location.search)
  const fill = (path) =>
    path.replace(/\{(\w+)\}/g, (_, name) => (/^\d+$/.test(query.get(name)) ? query.get(name) : '{'))
  window.earlyCalls = new Map()
  const ask = (path) => {
    const response = fetch(path, { credentials: 'include', cache: 'no-cache' })
    // Who takes it hears of its failure.
    response.catch(() => {})
    earlyCalls.set(path, response)
  }
  if (isSignedIn) ask('/api/auth/me')
  const isAudience = {
    everybody: true,
    'signed-in': isSignedIn,
    staff: page.hasAttribute('data-staff'),
    admin: page.hasAttribute('data-admin'),
  }[audience]
  const call = JSON.parse(calls)
    .map(({ search, path }) => ({ search, path: fill(path) }))
    .find(({ search = location.search, path }) => search === location.search && !path.includes('{'))
  if (call && isAudience) ask(call.path)
  // The area may begin as its audience will see it, on this tab (site/ui/page-spinner.tsx): not for one order.
  if (isAudience && call && !query.has('order')) page.dataset.expected = query.get('tab') ?? ''
}
