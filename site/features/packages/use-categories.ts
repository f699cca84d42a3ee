import { useEffect, useState } from 'react'
import type { Category } from '../../../api/contract/catalogue.ts'
import { callApi } from '../../client/api.ts'

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
