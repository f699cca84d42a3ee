import { PackagePlus, Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { AdminPackage } from '../../../../api/contract/admin.ts'
import { CATEGORIES } from '../../../../api/contract/package-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListFilter } from '../list/list-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { makePackageColumns } from './package-columns.tsx'
import { PackageDialog } from './package-dialog.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'
import { DeactivateDialog, switchPackage } from './switch-dialog.tsx'

const LIST = { path: '/api/admin/packages', defaultSort: 'id', filters: ['category', 'status'] } as const
const CATEGORY_OPTIONS = [
  ['all', 'All categories'] as const,
  ...CATEGORIES.map((category) => [category, category] as const),
]

type Shown = { dialog: 'create' } | { dialog: 'edit' | 'questions' | 'deactivate'; item: AdminPackage }

export function PackagesTab() {
  const list = useAdminList<AdminPackage>(LIST)
  const [shown, setShown] = useState<Shown | undefined>()
  const refresh = useRef(list.refresh)
  refresh.current = list.refresh
  const close = () => setShown(undefined)
  const closeAndRefresh = () => {
    close()
    list.refresh()
  }

  const columns = useMemo(
    () =>
      makePackageColumns({
        onEdit: (item) => setShown({ dialog: 'edit', item }),
        onQuestions: (item) => setShown({ dialog: 'questions', item }),
        onSwitch: (item) => {
          if (item.isActive) setShown({ dialog: 'deactivate', item })
          else void switchPackage(item).then(() => refresh.current())
        },
      }),
    [],
  )
  const newPackage = (
    <Button onClick={() => setShown({ dialog: 'create' })}>
      <Plus aria-hidden="true" className="size-4" />
      New Package
    </Button>
  )

  return (
    <>
      <DataTable
        title="Packages"
        noun={['package', 'packages']}
        list={list}
        columns={columns}
        rowId={(item) => item.id}
        tableFrom="lg"
        actions={newPackage}
        filters={
          <>
            <ListFilter list={list} name="category" label="Category" options={CATEGORY_OPTIONS} />
            <ListFilter
              list={list}
              name="status"
              label="Status"
              options={[
                ['all', 'Active and inactive'],
                ['active', 'Active'],
                ['inactive', 'Inactive'],
              ]}
            />
          </>
        }
        empty={
          <EmptyState icon={PackagePlus} title="No packages yet" action={newPackage}>
            What you sell stands here, whether it is in the shop or not.
          </EmptyState>
        }
      />
      {shown?.dialog === 'create' && (
        <PackageDialog item={undefined} onClose={close} onSaved={closeAndRefresh} />
      )}
      {shown?.dialog === 'edit' && (
        <PackageDialog item={shown.item} onClose={close} onSaved={closeAndRefresh} />
      )}
      {shown?.dialog === 'questions' && (
        <QuestionsDialog item={shown.item} onClose={close} onSaved={closeAndRefresh} />
      )}
      {shown?.dialog === 'deactivate' && (
        <DeactivateDialog item={shown.item} onClose={close} onSaved={closeAndRefresh} />
      )}
    </>
  )
}
