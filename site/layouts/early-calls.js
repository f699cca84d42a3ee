// Asks for what the page's island asks for, before its scripts are there (site/client/api.ts takes the responses). Of `calls` the
// first counts whose `{names}` the address's query has.
{
  const { calls, audience } = document.currentScript.dataset
  const isSignedIn = document.documentElement.dataset.session !== 'out'
  const query = new URLSearchParams(location.search)
  const isKnown = (call) =>
    [...call.matchAll(/\{(\w+)\}/g)].every(([, name]) => /^\d+$/.test(query.get(name)))
  const call = calls.split(' ').find(isKnown)
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
    staff: document.documentElement.hasAttribute('data-staff'),
  }[audience]
  if (call && isAudience) ask(call.replace(/\{(\w+)\}/, (_, name) => query.get(name)))
}
