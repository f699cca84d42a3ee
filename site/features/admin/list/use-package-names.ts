import { useStore } from '@nanostores/react'
import type { PackageName } from '../../../../api/contract/admin.ts'
import { createFigureStore } from '../../../stores/admin.ts'

/** All packages, the inactive ones too; cached, because the tabs share them. */
const $packages = createFigureStore<PackageName[]>(['/api/admin/package-names'])

/** @returns undefined while they load, and if they fail */
export function usePackageNames(): PackageName[] | undefined {
  return useStore($packages).data
}
