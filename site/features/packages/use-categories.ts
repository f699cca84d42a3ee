import { useEffect, useState } from 'react'
import type { Category } from '../../../api/contract/categories.ts'
import { callApi } from '../../client/api.ts'

let loading: Promise<Category[]> | undefined

/**
 * The categories of the page's HTML, then those of the API, fetched once for all islands of the page.
 * @param built what the page was built with
 * @returns undefined where there are none yet
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
