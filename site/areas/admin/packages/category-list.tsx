import { ArrowLeft, Plus, Shapes } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AdminCategory } from '#api/contract/catalogue/packages.ts'
import { RemoveDialog } from '#site/areas/admin/list/settings-list.tsx'
import { useRefresh } from '#site/areas/admin/list/use-figure.ts'
import { setQuery } from '#site/kit/stores/address.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { refetch } from '#site/kit/stores/query.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { useDialog } from '#site/kit/ui/use-dialog.ts'
import { $adminCategories, CategoryDialog, useAdminCategories } from './category-dialog.tsx'
import { CategoryRow } from './category-row.tsx'
import { moveItem } from './question-list.ts'
import { ReorderHint, useReorder } from './use-reorder.tsx'

export function CategoryList() {
  const { data, error, loading } = useAdminCategories()
  const refresh = () => void refetch($adminCategories)
  useRefresh(refresh)
  const [dialog, tools] = useDialog(refresh)
  const { open } = tools
  const edit = (category?: AdminCategory) =>
    open(<CategoryDialog {...(category && { category })} tools={tools} />)
  const askToDelete = ({ id, name }: AdminCategory) =>
    open(
      <RemoveDialog
        title={`Delete ${name}?`}
        confirm="Delete"
        tools={tools}
        path={`/api/admin/categories/${id}`}
        done={['Category Deleted', name]}
        failed={['Deletion Failed', 'Failed to delete category']}
      >
        Links to this category will show no packages. You can only delete a category without packages. Hide it
        instead if it has any.
      </RemoveDialog>,
    )
  const newCategory = (
    <Button icon={Plus} onClick={() => edit()}>
      New category
    </Button>
  )
  return (
    <Card
      title="Categories"
      description="In the order shown on the home page."
      actions={
        <div className="flex flex-wrap gap-2">
          <Button
            icon={ArrowLeft}
            variant="secondary"
            onClick={() => setQuery(new URLSearchParams({ tab: 'packages' }))}
          >
            Back to packages
          </Button>
          {newCategory}
        </div>
      }
    >
      {data && data.length > 0 && <Rows categories={data} onEdit={edit} onDelete={askToDelete} />}
      {data?.length === 0 && (
        <EmptyState icon={Shapes} title="No categories yet" action={newCategory}>
          Every package belongs to a category. Visitors can filter by it.
        </EmptyState>
      )}
      {!data && Boolean(error) && !loading && (
        <LoadFailed title="The categories didn’t load" error={error} onRetry={refresh} />
      )}
      {!data && (loading || !error) && (
        <div role="status" aria-label="Loading categories" className="space-y-3 p-5 sm:p-6">
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} className="h-16 w-full" />
          ))}
        </div>
      )}
      {dialog}
    </Card>
  )
}

interface RowsProps {
  categories: AdminCategory[]
  onEdit: (category: AdminCategory) => void
  onDelete: (category: AdminCategory) => void
}

function Rows({ categories, onEdit, onDelete }: RowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  /** The displayed order while a category is moved and until the move is saved. `id` is the moved category. */
  const [moved, setMoved] = useState<{ order: AdminCategory[]; id: number } | undefined>()
  const order = moved?.order ?? categories
  const { dragged, handleOf } = useReorder(
    list,
    order.map(({ id }) => String(id)),
    (from, to) => {
      const category = order[from]
      if (!category) return
      setMoved({ order: moveItem(order, from, to), id: category.id })
      setSaid(`${category.name} moved to place ${to + 1} of ${order.length}`)
    },
  )

  // Save only after the drag has ended.
  useEffect(() => {
    if (!moved || dragged !== undefined) return
    void saveInTurn(moved).then(() => setMoved((latest) => (latest === moved ? undefined : latest)))
  }, [moved, dragged])

  return (
    <>
      <ReorderHint />
      <ol ref={list} className={`divide-y divide-line ${dragged ? 'select-none' : ''}`}>
        {order.map((category, index) => (
          <CategoryRow
            key={category.id}
            category={category}
            place={index + 1}
            isDragged={dragged === String(category.id)}
            handle={handleOf(String(category.id))}
            onEdit={() => onEdit(category)}
            onSwitch={() => void switchCategory(category)}
            onDelete={() => onDelete(category)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

let lastSave = Promise.resolve()

/** Saves moves one after the other: of two parallel calls, the server might store the first one last. */
function saveInTurn(moved: Parameters<typeof saveOrder>[0]): Promise<void> {
  lastSave = lastSave.then(() => saveOrder(moved))
  return lastSave
}

async function saveOrder({ order, id }: { order: AdminCategory[]; id: number }): Promise<void> {
  const position = order.findIndex((category) => category.id === id)
  try {
    await callAdminApi(`/api/admin/categories/${id}`, { method: 'PUT', body: { position } })
    $adminCategories.mutate(order)
  } catch {
    showError('Update Failed', 'Failed to move category')
  }
  void refetch($adminCategories)
}

async function switchCategory({ id, isHidden }: AdminCategory): Promise<void> {
  try {
    const saved = await callAdminApi<AdminCategory>(`/api/admin/categories/${id}`, {
      method: 'PUT',
      body: { isHidden: !isHidden },
    })
    showToast('Category Updated', `${saved.name} is ${saved.isHidden ? 'hidden' : 'shown'} on the home page.`)
  } catch {
    showError('Update Failed', 'Failed to update category')
  }
  void refetch($adminCategories)
}
