import { useCallback, useEffect, useRef, useState } from 'react'
import { LoadFailed } from '../ui/load-failed.tsx'
import { PageSpinner } from '../ui/page-spinner.tsx'

/** The home page's content, fetched: an area is lighter without it for those who are let in. */
export function HomePage() {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')

  const load = useCallback(async () => {
    setState('loading')
    try {
      const response = await fetch('/')
      if (!response.ok) throw new Error(`The home page is not there: ${response.status}`)
      const home = new DOMParser().parseFromString(await response.text(), 'text/html')
      // Unlike innerHTML, a fragment made this way runs its scripts, which the page's policy knows.
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
