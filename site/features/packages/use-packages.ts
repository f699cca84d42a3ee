import { useCallback, useEffect, useState } from 'react'
import type { Package } from '../../../api/contract/catalogue.ts'
import { callApi } from '../../client/api.ts'

type Catalogue =
  | { state: 'loading'; packages: undefined }
  | { state: 'failed'; packages: undefined }
  | { state: 'ready'; packages: Package[] }

/**
 * The packages of the page's HTML, then those of the API. A failure is shown only if there are no packages to show.
 * @param built what the page was built with
 */
export function usePackages(built: Package[] | undefined): Catalogue & { retry: () => void } {
  const [catalogue, setCatalogue] = useState<Catalogue>(
    built ? { state: 'ready', packages: built } : { state: 'loading', packages: undefined },
  )

  const load = useCallback(async () => {
    try {
      const packages = await callApi<Package[]>('/api/packages')
      setCatalogue((last) => (isSame(last.packages, packages) ? last : { state: 'ready', packages }))
    } catch {
      setCatalogue((last) => (last.state === 'ready' ? last : { state: 'failed', packages: undefined }))
    }
  }, [])

  useEffect(() => {
    void load()
  }, [load])

  const retry = useCallback(() => {
    setCatalogue({ state: 'loading', packages: undefined })
    void load()
  }, [load])

  return { ...catalogue, retry }
}

/** Unchanged packages are not set again, so that their cards need not render again. */
function isSame(last: Package[] | undefined, next: Package[]): boolean {
  return last !== undefined && JSON.stringify(last) === JSON.stringify(next)
}
