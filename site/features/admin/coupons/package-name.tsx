import { usePackageNames } from '../list/use-package-names.ts'

/** The name, once the packages are loaded. */
export function PackageName({ id }: { id: number }) {
  return usePackageNames()?.find((item) => item.id === id)?.name ?? `Package ${id}`
}
