import { useStore } from '@nanostores/react'
import { PackagePlus, Plus, Shapes } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import { useAdminList } from '#site/areas/admin/list/use-admin-list.ts'
import { $query, changeQuery } from '#site/kit/stores/address.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { DataTable } from '#site/kit/ui/table/data-table.tsx'
import { ListFilter } from '#site/kit/ui/table/data-table-filters.tsx'
import { useDialog } from '#site/kit/ui/use-dialog.ts'
import { useAdminCategories } from './category-dialog.tsx'
import { CategoryList } from './category-list.tsx'
import { makePackageColumns } from './package-columns.tsx'
import { PackageDialog } from './package-dialog.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'

const STATUSES = { all: 'All statuses', active: 'Active', inactive: 'Inactive' }
const explainSwitch = () => showError('Update Failed', 'Failed to update package')

const LIST = {
  path: '/api/admin/packages',
  defaultSort: 'id',
  filters: ['category', 'status'],
}

/** The packages; at `?view=categories` the categories. */
export function Panel() {
  const isCategories = new URLSearchParams(useStore($query)).get('view') === 'categories'
  return isCategories ? <CategoryList /> : <PackageList />
}

function PackageList() {
  const list = useAdminList<AdminPackage>(LIST)
  const { refresh, replaceRow } = list
  const [dialog, tools] = useDialog(refresh)

  // The area's search links here with `&edit=7`, which opens the package's dialog once.
  const editId = Number(new URLSearchParams(useStore($query)).get('edit'))
  const edited = list.rows?.find(({ id }) => id === editId)
  useEffect(() => {
    if (!edited) return
    tools.open(<PackageDialog item={edited} tools={tools} onSaved={replaceRow} />)
    changeQuery({ edit: undefined }, { replace: true })
  }, [edited, tools, replaceRow])

  const wanted = list.filters.category
  // The URL may name a category before the categories are loaded.
  const names = useAdminCategories().data?.map(({ name }) => name) ?? (wanted ? [wanted] : [])
  const columns = useMemo(() => {
    const { open, close } = tools
    const show = (saved: AdminPackage) => replaceRow(saved).then(refresh)
    return makePackageColumns({
      onEdit: (item) => open(<PackageDialog item={item} tools={tools} onSaved={replaceRow} />),
      onQuestions: (item) => open(<QuestionsDialog item={item} tools={tools} onSaved={replaceRow} />),
      onSwitch: (item) => {
        if (!item.isActive) {
          switchPackage(item).then(show, explainSwitch)
          return
        }
        open(
          <ConfirmDialog
            title={`Take ${item.name} out of the shop?`}
            confirm="Deactivate"
            onCancel={close}
            onConfirm={() => switchPackage(item).then(show).then(close)}
            explain={explainSwitch}
          >
            Nobody can find or buy it until you activate it again. Existing orders aren’t affected.
          </ConfirmDialog>,
        )
      },
    })
  }, [tools, refresh, replaceRow])
  const newPackage = (
    <Button icon={Plus} onClick={() => tools.open(<PackageDialog tools={tools} onSaved={replaceRow} />)}>
      New package
    </Button>
  )

  return (
    <>
      <DataTable
        title="Packages"
        noun={['package', 'packages']}
        list={list}
        columns={columns}
        ownOrder={[LIST.defaultSort, 'Shop order']}
        actions={
          <>
            <Button icon={Shapes} variant="secondary" onClick={() => changeQuery({ view: 'categories' })}>
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
            <ListFilter list={list} name="status" label="Status" options={Object.entries(STATUSES)} />
          </>
        }
        empty={{
          icon: PackagePlus,
          title: 'No packages yet',
          action: newPackage,
          children: 'Everything you sell is listed here, whether it’s in the shop or not.',
        }}
      />
      {dialog}
    </>
  )
}

/** Removes a package from the shop or restores it. Never deletes it, because orders point to it. @throws as callAdminApi does */
async function switchPackage(item: AdminPackage): Promise<AdminPackage> {
  const saved = await callAdminApi<AdminPackage>(`/api/admin/packages/${item.id}`, {
    method: 'PUT',
    body: { isActive: !item.isActive },
  })
  showToast(
    'Package Updated',
    `${saved.name} is ${saved.isActive ? 'in the shop' : 'no longer in the shop'}.`,
  )
  return saved
}
