import { currencies } from 'virtual:content'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { PriceRates } from '#api/contract/catalogue/packages.ts'
import { decimalsOf } from '#api/rules/money/currencies.ts'
import { parseAmount, toDecimal } from '#api/rules/money/money.ts'
import { proposePrice } from '#api/rules/money/set-amounts.ts'
import type { OfferedCurrency } from '#api/rules/money/sold-in.ts'
import { PlanFields } from '#site/areas/admin/money/plan-fields.tsx'
import { createFigureStore } from '#site/kit/stores/admin.ts'
import { bindText, type Editing } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { SelectField, TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { useAdminCategories, useDraftCategory } from './category-dialog.tsx'
import { ImageField } from './image-field.tsx'
import { type PackageDraft, type PackageErrors, splitLines } from './package-draft.ts'

const LISTS = [
  { field: 'features', label: 'Features', rows: 5 },
  { field: 'whatYouGet', label: 'What you get', rows: 4 },
  { field: 'whatYouDontGet', label: 'What you don’t get', rows: 4 },
] as const

export function PackageFields({ editing }: { editing: Editing<PackageDraft, PackageErrors> }) {
  const { draft, errors, change } = editing
  const categories = useAdminCategories().data
  const category = useDraftCategory(draft)
  return (
    <div className="grid min-w-0 items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <TextField
        {...bindText(editing, 'name')}
        label="Name"
        required
        maxLength={200}
        className="sm:col-span-2"
      />
      <TextField
        {...bindText(editing, 'price')}
        label={`Price in ${currencies.default === 'USD' ? 'US dollars' : currencies.default}`}
        type="number"
        step={decimalsOf(currencies.default) ? '0.01' : '1'}
        min="0"
        inputMode="decimal"
        required
      />
      <TextField
        {...bindText(editing, 'deliveryDays')}
        label="Delivery in business days"
        type="number"
        step="1"
        min="1"
        inputMode="numeric"
        required
      />
      <PriceFields editing={editing} />
      <PlanFields
        instalments={draft.paymentPlan}
        price={parseAmount(draft.price, currencies.default)}
        error={errors.paymentPlan}
        onChange={(paymentPlan) => change({ paymentPlan })}
      />
      <TextField
        {...bindText(editing, 'includedChanges')}
        label="Changes included, per delivery"
        type="number"
        step="1"
        min="0"
        inputMode="numeric"
        hint="Leave empty for no limit."
      />
      <SelectField
        {...bindText(editing, 'category')}
        value={category?.name ?? draft.category}
        label="Category"
      >
        {categories?.map(({ id, name, isHidden }) => (
          <option key={id} value={name}>
            {name}
            {isHidden ? ' (hidden)' : ''}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        {...bindText(editing, 'description')}
        label="Short description"
        required
        rows={2}
        maxLength={1000}
        hint="One or two sentences for the card."
        className="sm:col-span-2"
      />
      <TextAreaField
        {...bindText(editing, 'longDescription')}
        label="Long description"
        rows={5}
        maxLength={20_000}
        hint="Shown on the package page. Leave a blank line between paragraphs."
        className="sm:col-span-2"
      />
      <ImageField
        imageUrl={draft.imageUrl}
        imageAlt={draft.imageAlt}
        defaultImage={category?.imageUrl ?? ''}
        errors={errors}
        onChange={change}
      />
      {LISTS.map(({ field, label, rows }) => (
        <TextAreaField
          key={field}
          {...bindText(editing, field)}
          label={label}
          rows={rows}
          hint={`One per line · ${countLines(draft[field])}`}
          className={field === 'features' ? 'sm:col-span-2' : ''}
        />
      ))}
      <CheckField
        name="isActive"
        label="In the shop"
        hint="Turn this off to hide the package. Existing orders keep it."
        checked={draft.isActive}
        onChange={(isActive) => change({ isActive })}
        className="sm:col-span-2"
      />
    </div>
  )
}

function countLines(text: string): string {
  const count = splitLines(text).length
  return count === 1 ? '1 line' : `${count} lines`
}

const $priceRates = createFigureStore<PriceRates>(['/api/admin/price-rates'])

type PackageEditing = Editing<PackageDraft, PackageErrors>

/** The prices in the shop's other currencies. Accepting a proposal only fills in its field. */
function PriceFields({ editing }: { editing: PackageEditing }) {
  const rates = useStore($priceRates).data
  return currencies.offered.map((offered) => (
    <PriceField key={offered.code} editing={editing} offered={offered} known={rates?.[offered.code]} />
  ))
}

interface PriceFieldProps {
  editing: PackageEditing
  offered: OfferedCurrency
  /** Today's exchange rate. */
  known: string | undefined
}

function PriceField({ editing: { draft, errors, change }, offered, known }: PriceFieldProps) {
  const { code } = offered
  const [typed, setTyped] = useState<string | undefined>()
  const rate = (typed ?? known ?? '').trim()
  const price = parseAmount(draft.price, currencies.default)
  const canPropose = price && /^\d{1,9}(\.\d{1,6})?$/.test(rate) && Number(rate) > 0
  const setPrice = (text: string) => change({ prices: { ...draft.prices, [code]: text } })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:col-span-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:gap-x-4">
      <TextField
        name={`prices.${code}`}
        label={`Price in ${code}`}
        type="number"
        step={decimalsOf(code) ? '0.01' : '1'}
        min="0"
        inputMode="decimal"
        autoComplete="off"
        value={draft.prices[code] ?? ''}
        error={errors[`prices.${code}`]}
        hint={`Leave empty to sell in ${currencies.default}.`}
        onChange={(event) => setPrice(event.target.value)}
        className="max-sm:col-span-2"
      />
      <TextField
        label={`${code} for 1 ${currencies.default}`}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? (known ? String(Number(known)) : '')}
        hint="Only used for the suggestion."
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button
        variant="secondary"
        className="mt-[1.625rem]"
        disabled={!canPropose}
        onClick={() => price && setPrice(toDecimal(proposePrice(price, rate, offered)))}
      >
        Suggest<span className="sr-only"> a price in {code}</span>
      </Button>
    </div>
  )
}
