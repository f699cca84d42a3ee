import { useStore } from '@nanostores/react'
import type { AdminPackage } from '../../../../api/contract/admin.ts'
import { createFigureStore } from '../../../stores/admin.ts'

/** All packages, the inactive ones too; kept, because the tabs share them. */
const $packages = createFigureStore<AdminPackage[]>(['/api/admin/packages?sort=name&limit=200'])

/** @returns undefined while they load, and where they do not */
export function usePackageNames(): Pick<AdminPackage, 'id' | 'name' | 'isActive'>[] | undefined {
  return useStore($packages).data
}
