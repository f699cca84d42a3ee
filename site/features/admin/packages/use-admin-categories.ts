import { useStore } from '@nanostores/react'
import type { AdminCategory } from '../../../../api/contract/categories.ts'
import { createFigureStore } from '../../../stores/admin.ts'

/** All categories, the hidden ones too, in their order. */
export const $adminCategories = createFigureStore<AdminCategory[]>(['/api/admin/categories'])

export function useAdminCategories() {
  return useStore($adminCategories)
}

/** The category of a package that is edited; undefined while they load. */
export function useDraftCategory({ category }: { category: string }): AdminCategory | undefined {
  const { data } = useAdminCategories()
  return (
    data?.find(({ name, formerNames }) => name === category || formerNames.includes(category)) ?? data?.[0]
  )
}
