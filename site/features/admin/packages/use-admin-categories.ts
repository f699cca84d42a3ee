import { useStore } from '@nanostores/react'
import type { AdminCategory } from '../../../../api/contract/packages.ts'
import { createFigureStore } from '../../../stores/admin.ts'

/** All categories in their order, including hidden ones. */
export const $adminCategories = createFigureStore<AdminCategory[]>(['/api/admin/categories'])

export function useAdminCategories() {
  return useStore($adminCategories)
}

/** @returns the category of a draft, by its present or a former name, else the first category; undefined while they load */
export function useDraftCategory({ category }: { category: string }): AdminCategory | undefined {
  const { data } = useAdminCategories()
  return (
    data?.find(({ name, formerNames }) => name === category || formerNames.includes(category)) ?? data?.[0]
  )
}
