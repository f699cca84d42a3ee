import { useCallback, useEffect, useRef, useState } from 'react'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { PageSpinner } from '#site/kit/ui/primitives/page-spinner.tsx'

/** Fetches the content of the home page, so that an area's page does not have to contain it. */
export function HomePage() {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')

  const load = useCallback(async () => {
    setState('loading')
    try {
      const response = await fetch('/')
      if (!response.ok) throw new Error(`The home page is not there: ${response.status}`)
      const html = await response.text()
      // Leaves out the head, because an area's content security policy only allows the area's own styles.
      const home = new DOMParser().parseFromString(html.slice(html.indexOf('</head>')), 'text/html')
      // Unlike innerHTML, a contextual fragment runs its scripts. The content security policy allows them.
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
        <LoadFailed title="The page didn’t load" onRetry={() => void load()}>
          Please check your connection and try again.
        </LoadFailed>
      )}
      <div ref={place} />
    </>
  )
}
