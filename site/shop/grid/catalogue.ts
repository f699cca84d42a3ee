import { useCallback, useEffect, useState } from 'react'
import type { Category, Package } from '#api/contract/catalogue/catalogue.ts'
import { callApi } from '#site/kit/client/api.ts'

/**
 * Starts with the packages in the page's HTML and replaces them with the API's.
 * @param built the packages that the page was built with
 */
export function usePackages(built: Package[] | undefined) {
  const [packages, setPackages] = useState(built)
  const [hasFailed, setHasFailed] = useState(false)

  const load = useCallback(async () => {
    setHasFailed(false)
    try {
      const current = await callApi<Package[]>('/api/packages')
      // Keep the old array if nothing has changed, so that the cards do not render again.
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
 * Starts with the categories in the page's HTML and replaces them with the API's. All islands of a page share one fetch.
 * @param built the categories that the page was built with
 * @returns undefined until there are any
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
