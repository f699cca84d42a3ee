/** The prices in the other currencies of the shop. A proposal only fills its field. */
import { currencies } from 'virtual:content'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { PriceRates } from '../../../../api/contract/packages.ts'
import { decimalsOf } from '../../../../api/rules/money/currencies.ts'
import { parseAmount, toDecimal } from '../../../../api/rules/money/money.ts'
import { proposePrice } from '../../../../api/rules/money/set-amounts.ts'
import type { OfferedCurrency } from '../../../../api/rules/money/sold-in.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import type { Editing } from '../../../ui/dialog/edit-dialog.tsx'
import { TextField } from '../../../ui/field/field.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import type { PackageDraft, PackageErrors } from './package-draft.ts'

const $priceRates = createFigureStore<PriceRates>(['/api/admin/price-rates'])

type PackageEditing = Editing<PackageDraft, PackageErrors>

export function PriceFields({ editing }: { editing: PackageEditing }) {
  const rates = useStore($priceRates).data
  return currencies.offered.map((offered) => (
    <PriceField key={offered.code} editing={editing} offered={offered} known={rates?.[offered.code]} />
  ))
}

interface PriceFieldProps {
  editing: PackageEditing
  offered: OfferedCurrency
  /** Today's rate. */
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
        hint={`Empty: sold in ${currencies.default}.`}
        onChange={(event) => setPrice(event.target.value)}
        className="max-sm:col-span-2"
      />
      <TextField
        label={`${code} for 1 ${currencies.default}`}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? (known ? String(Number(known)) : '')}
        hint="For the proposal alone."
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button
        variant="secondary"
        className="mt-[1.625rem]"
        disabled={!canPropose}
        onClick={() => price && setPrice(toDecimal(proposePrice(price, rate, offered)))}
      >
        Propose<span className="sr-only"> a price in {code}</span>
      </Button>
    </div>
  )
}
