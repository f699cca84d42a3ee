import { useStore } from '@nanostores/react'
import { PackagePlus, Plus, Shapes } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { AdminPackage } from '../../../../api/contract/admin.ts'
import { $query, changeQuery } from '../../../stores/address.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { ListFilter } from '../../../ui/data-table-toolbar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { CategoryList } from './category-list.tsx'
import { makePackageColumns } from './package-columns.tsx'
import { PackageDialog } from './package-dialog.tsx'
import { makePreview, PreviewDialog, type Previewed } from './preview-dialog.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'
import { useAdminCategories } from './use-admin-categories.ts'

const LIST = { path: '/api/admin/packages', defaultSort: 'id', filters: ['category', 'status'] } as const

type Shown =
  | { dialog: 'create' }
  | { dialog: 'preview'; previewed: Previewed }
  | { dialog: 'edit' | 'questions' | 'deactivate'; item: AdminPackage }

/** The packages; their categories at `?view=categories`. */
export function PackagesTab() {
  const isCategories = new URLSearchParams(useStore($query)).get('view') === 'categories'
  return isCategories ? <CategoryList /> : <PackageList />
}

function PackageList() {
  const list = useAdminList<AdminPackage>(LIST)
  const [shown, setShown] = useState<Shown | undefined>()
  const { refresh } = list
  const close = () => setShown(undefined)
  const closeAndRefresh = () => {
    close()
    refresh()
  }

  // `&edit=7`, as the area's search leads here: the package's dialog, once.
  const editId = Number(new URLSearchParams(useStore($query)).get('edit'))
  const edited = list.rows?.find(({ id }) => id === editId)
  useEffect(() => {
    if (!edited) return
    setShown({ dialog: 'edit', item: edited })
    changeQuery({ edit: undefined }, { replace: true })
  }, [edited])

  const wanted = list.filters.category
  // The address may ask for one before they are there.
  const names = useAdminCategories().data?.map(({ name }) => name) ?? (wanted ? [wanted] : [])
  const columns = useMemo(
    () =>
      makePackageColumns({
        onEdit: (item) => setShown({ dialog: 'edit', item }),
        onQuestions: (item) => setShown({ dialog: 'questions', item }),
        onPreview: (item) => {
          makePreview(item.id, {}).then(
            (id) => setShown({ dialog: 'preview', previewed: { id, name: item.name } }),
            () => showError('Preview Failed', 'Failed to show the package'),
          )
        },
        onSwitch: (item) => {
          if (item.isActive) setShown({ dialog: 'deactivate', item })
          else switchPackage(item).then(refresh, explainSwitch)
        },
      }),
    [refresh],
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
        actions={
          <>
            <Button variant="secondary" onClick={() => changeQuery({ view: 'categories' })}>
              <Shapes aria-hidden="true" className="size-4" />
              Categories
            </Button>
            {newPackage}
          </>
        }
        filters={
          <>
            <ListFilter
              list={list}
              name="category"
              label="Category"
              options={[['all', 'All categories'], ...names.map((name) => [name, name] as const)]}
            />
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
            Everything you sell is listed here, whether it is in the shop or not.
          </EmptyState>
        }
      />
      {shown?.dialog === 'create' && (
        <PackageDialog item={undefined} onClose={close} onSaved={closeAndRefresh} />
      )}
      {shown?.dialog === 'edit' && (
        <PackageDialog item={shown.item} onClose={close} onSaved={closeAndRefresh} />
      )}
      {shown?.dialog === 'preview' && <PreviewDialog previewed={shown.previewed} onClose={close} />}
      {shown?.dialog === 'questions' && (
        <QuestionsDialog item={shown.item} onClose={close} onSaved={closeAndRefresh} />
      )}
      {shown?.dialog === 'deactivate' && (
        <DeactivateDialog item={shown.item} onClose={close} onSaved={closeAndRefresh} />
      )}
    </>
  )
}

/** Takes a package out of the shop or back into it. @throws as callAdminApi does */
async function switchPackage(item: AdminPackage): Promise<void> {
  const saved = await callAdminApi<AdminPackage>(`/api/admin/packages/${item.id}`, {
    method: 'PUT',
    body: { isActive: !item.isActive },
  })
  showToast(
    'Package Updated',
    `${saved.name} is ${saved.isActive ? 'in the shop' : 'no longer in the shop'}.`,
  )
}

const explainSwitch = () => showError('Update Failed', 'Failed to update package')

interface DeactivateDialogProps {
  item: AdminPackage
  onClose: () => void
  onSaved: () => void
}

/** Packages are never deleted: orders point to them. */
function DeactivateDialog({ item, onClose, onSaved }: DeactivateDialogProps) {
  return (
    <ConfirmDialog
      title={`Take ${item.name} out of the shop?`}
      confirm="Deactivate"
      onCancel={onClose}
      onConfirm={() => switchPackage(item).then(onSaved)}
      explain={explainSwitch}
    >
      Nobody can find or buy it until it is activated again. Existing orders keep it, and work on them
      continues.
    </ConfirmDialog>
  )
}
