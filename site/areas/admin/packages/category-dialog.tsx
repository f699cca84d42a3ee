import { useStore } from '@nanostores/react'
import type { AdminCategory, CreateCategoryBody } from '#api/contract/catalogue/packages.ts'
import { isUndescribed, UNDESCRIBED_MESSAGE } from '#api/rules/order-work/uploads.ts'
import { readFieldErrors } from '#site/kit/client/refusals.ts'
import { createFigureStore, saveRecord } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { bindText, EditDialog } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { ILLUSTRATIONS } from '#site/kit/ui/primitives/illustrations.ts'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'
import { ImageField } from './image-field.tsx'
import { isUploading, NOT_READY_MESSAGE } from './upload-picture.ts'

type CategoryDraft = Required<CreateCategoryBody>
type CategoryErrors = Partial<Record<keyof CategoryDraft, string>>

export function CategoryDialog({ category, tools }: { category?: AdminCategory; tools: Dialogs }) {
  async function save(draft: CategoryDraft): Promise<void> {
    const body = { ...draft, imageUrl: draft.imageUrl.trim() }
    const saved = await saveRecord<AdminCategory>('/api/admin/categories', category?.id, body)
    showToast(category ? 'Category Updated' : 'Category Created', saved.name)
    tools.finish()
  }

  function explain(error: unknown): CategoryErrors {
    if (category) showError('Update Failed', 'Failed to update category')
    else showError('Creation Failed', 'Failed to create category')
    return readFieldErrors(error)
  }

  return (
    <EditDialog<CategoryDraft, CategoryErrors>
      draftKey={`category-${category?.id ?? 'new'}`}
      initial={toDraft(category)}
      title={category ? 'Edit category' : 'New category'}
      description={category?.name}
      legend="Category"
      submitLabel={category ? 'Save Changes' : 'Create Category'}
      onClose={tools.close}
      check={checkDraft}
      save={save}
      explain={explain}
    >
      {(editing) => (
        <div className="grid min-w-0 gap-5 sm:grid-cols-2">
          <TextField
            label="Name"
            {...bindText(editing, 'name')}
            required
            maxLength={60}
            hint={category && 'Packages take the new name, and old links keep working.'}
            className="sm:col-span-2"
          />
          <TextAreaField
            label="Description"
            {...bindText(editing, 'description')}
            required
            rows={2}
            maxLength={200}
            hint="One sentence for the home page."
            className="sm:col-span-2"
          />
          <ImageField {...editing.draft} errors={editing.errors} onChange={editing.change} />
          <CheckField
            name="isHidden"
            label="Hidden"
            hint="Not shown in the tiles and filter on the home page. Its packages stay in the shop."
            checked={editing.draft.isHidden}
            onChange={(isHidden) => editing.change({ isHidden })}
            className="sm:col-span-2"
          />
        </div>
      )}
    </EditDialog>
  )
}

function toDraft(category: AdminCategory | undefined): CategoryDraft {
  const {
    name = '',
    description = '',
    imageUrl = ILLUSTRATIONS[0].path,
    imageAlt = '',
    isHidden = false,
  } = category ?? {}
  return { name, description, imageUrl, imageAlt, isHidden }
}

/** The checks that need no server. The API does all others. */
function checkDraft({ name, description, imageUrl, imageAlt }: CategoryDraft): CategoryErrors {
  return {
    ...(!name.trim() && { name: 'Name is required' }),
    ...(!description.trim() && { description: 'Description is required' }),
    ...(!imageUrl.trim() && { imageUrl: 'Picture is required' }),
    ...(isUploading() && { imageUrl: NOT_READY_MESSAGE }),
    ...(isUndescribed({ imageUrl, imageAlt }) && { imageAlt: UNDESCRIBED_MESSAGE }),
  }
}

/** All categories in display order, including hidden ones. */
export const $adminCategories = createFigureStore<AdminCategory[]>(['/api/admin/categories'])

export function useAdminCategories() {
  return useStore($adminCategories)
}

/** @returns the draft's category by its current or a former name, else the first category; undefined while they load */
export function useDraftCategory({ category }: { category: string }): AdminCategory | undefined {
  const { data } = useAdminCategories()
  return (
    data?.find(({ name, formerNames }) => name === category || formerNames.includes(category)) ?? data?.[0]
  )
}
