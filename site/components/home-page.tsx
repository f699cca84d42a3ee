import { useCallback, useEffect, useRef, useState } from 'react'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { PageSpinner } from '#site/kit/ui/primitives/page-spinner.tsx'

/** Fetches the content of the home page, which so is no part of an area's own page. */
export function HomePage() {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')

  const load = useCallback(async () => {
    setState('loading')
    try {
      const response = await fetch('/')
      if (!response.ok) throw new Error(`The home page is not there: ${response.status}`)
      const html = await response.text()
      // Without its head: the security policy of an area knows the area's styles alone.
      const home = new DOMParser().parseFromString(html.slice(html.indexOf('</head>')), 'text/html')
      // Unlike innerHTML, such a fragment runs its scripts. The content security policy allows them.
      const content = document
        .createRange()
        .createContextualFragment(home.getElementById('content')?.innerHTML ?? '')
      place.current?.replaceChildren(content)
      setState('shown')
    } catch {
      setState('failed')
    }
  }, [])

  useEffect(() => {
    void load()
  }, [load])

  return (
    <>
      {state === 'loading' && <PageSpinner />}
      {state === 'failed' && (
        <LoadFailed title="The page did not load" onRetry={() => void load()}>
          Please check your connection and try again.
        </LoadFailed>
      )}
      <div ref={place} />
    </>
  )
}
