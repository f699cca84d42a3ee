import { useCallback, useEffect, useState } from 'react'
import type { Category, Package } from '#api/contract/catalogue/catalogue.ts'
import { callApi } from '#site/kit/client/api.ts'

/**
 * The packages of the page's HTML, replaced by those of the API.
 * @param built what the page was built with
 */
export function usePackages(built: Package[] | undefined) {
  const [packages, setPackages] = useState(built)
  const [hasFailed, setHasFailed] = useState(false)

  const load = useCallback(async () => {
    setHasFailed(false)
    try {
      const current = await callApi<Package[]>('/api/packages')
      // If nothing has changed, the cards are not rendered again.
      setPackages((last) => (JSON.stringify(last) === JSON.stringify(current) ? last : current))
    } catch {
      setHasFailed(true)
    }
  }, [])

  useEffect(() => {
    void load()
  }, [load])

  return { packages, hasFailed: hasFailed && !packages, retry: load }
}

let loading: Promise<Category[]> | undefined

/**
 * The categories of the page's HTML, replaced by those of the API, which all islands of the page fetch once.
 * @param built what the page was built with
 * @returns undefined while there are none
 */
export function useCategories(built: Category[] | undefined): Category[] | undefined {
  const [categories, setCategories] = useState(built)
  useEffect(() => {
    loading ??= callApi<Category[]>('/api/categories')
    loading.then(setCategories, () => {
      loading = undefined
    })
  }, [])
  return categories
}
