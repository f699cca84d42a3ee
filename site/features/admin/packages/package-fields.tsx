import { CheckField } from '../../../ui/check-field.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { ImageField } from './image-field.tsx'
import { type PackageDraft, type PackageErrors, splitLines } from './package-draft.ts'
import { useAdminCategories, useDraftCategory } from './use-admin-categories.ts'

interface PackageFieldsProps {
  draft: PackageDraft
  errors: PackageErrors
  onChange: (changes: Partial<PackageDraft>) => void
}

const LISTS = [
  { field: 'features', label: 'Features', rows: 5 },
  { field: 'whatYouGet', label: 'What you get', rows: 4 },
  { field: 'whatYouDontGet', label: 'What you don’t get', rows: 4 },
] as const

export function PackageFields({ draft, errors, onChange }: PackageFieldsProps) {
  const categories = useAdminCategories().data
  const category = useDraftCategory(draft)
  const text = (field: Exclude<keyof PackageDraft, 'isActive' | 'expectedVersion'>) => ({
    name: field,
    value: draft[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  return (
    <div className="grid min-w-0 items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <TextField {...text('name')} label="Name" required maxLength={200} className="sm:col-span-2" />
      <TextField
        {...text('price')}
        label="Price in US dollars"
        type="number"
        step="0.01"
        min="0"
        inputMode="decimal"
        required
      />
      <TextField
        {...text('deliveryDays')}
        label="Delivery in business days"
        type="number"
        step="1"
        min="1"
        inputMode="numeric"
        required
      />
      <SelectField
        {...text('category')}
        value={category?.name ?? draft.category}
        label="Category"
        className="sm:col-span-2"
      >
        {categories?.map(({ id, name, isHidden }) => (
          <option key={id} value={name}>
            {name}
            {isHidden ? ' (hidden)' : ''}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        {...text('description')}
        label="Short description"
        required
        rows={2}
        maxLength={1000}
        hint="On the card: one or two sentences."
        className="sm:col-span-2"
      />
      <TextAreaField
        {...text('longDescription')}
        label="Long description"
        rows={5}
        maxLength={20_000}
        hint="On the package’s page. A blank line begins a new paragraph."
        className="sm:col-span-2"
      />
      <ImageField
        imageUrl={draft.imageUrl}
        imageAlt={draft.imageAlt}
        defaultImage={category?.imageUrl ?? ''}
        errors={errors}
        onChange={onChange}
      />
      {LISTS.map(({ field, label, rows }) => (
        <TextAreaField
          key={field}
          {...text(field)}
          label={label}
          rows={rows}
          hint={`One a line · ${countLines(draft[field])}`}
          className={field === 'features' ? 'sm:col-span-2' : ''}
        />
      ))}
      <CheckField
        name="isActive"
        label="In the shop"
        hint="Without it, nobody can find or buy the package. Orders keep it."
        checked={draft.isActive}
        onChange={(isActive) => onChange({ isActive })}
        className="sm:col-span-2"
      />
    </div>
  )
}

function countLines(text: string): string {
  const count = splitLines(text).length
  return count === 1 ? '1 line' : `${count} lines`
}
