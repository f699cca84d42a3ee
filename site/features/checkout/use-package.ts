import { useCallback, useEffect, useState } from 'react'
import type { Package } from '../../../api/contract/catalogue.ts'
import { ApiError, callApi } from '../../client/api.ts'

type Loaded =
  | { state: 'loading' | 'unknown' | 'failed'; item?: undefined }
  | { state: 'ready'; item: Package }

/** @param id from the address; a missing or unknown one makes the package unknown */
export function usePackage(id: string | null) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })

  const load = useCallback(async () => {
    if (!id || !/^[1-9]\d*$/.test(id)) return setLoaded({ state: 'unknown' })
    try {
      setLoaded({ state: 'ready', item: await callApi<Package>(`/api/packages/${id}`, { isFresh: true }) })
    } catch (error) {
      setLoaded({ state: error instanceof ApiError && error.status === 404 ? 'unknown' : 'failed' })
    }
  }, [id])

  useEffect(() => {
    void load()
  }, [load])

  return { ...loaded, reload: load }
}
