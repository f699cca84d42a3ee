// Makes the calls of the page's island before its scripts are loaded. site/kit/client/api.ts takes the responses.
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
    // The code that takes the response also handles its error.
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
  // Lets the area show its heading while it loads (site/kit/ui/primitives/page-spinner.tsx), but not for the page of one order.
  if (isAudience && call && !query.has('order')) page.dataset.expected = query.get('tab') ?? ''
}
