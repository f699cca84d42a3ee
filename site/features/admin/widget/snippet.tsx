import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Package } from '../../../../api/contract/catalogue.ts'
import { CopyButton } from '../../../security/copy-button.tsx'
import { createFigureStore } from '../../../stores/admin.ts'
import { Card } from '../../../ui/card.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useSettled } from './use-settled.ts'
import { type Choice, writeFrameAddress, writeSnippet } from './write-snippet.ts'

const $packages = createFigureStore<Package[]>(['/api/packages'])

/** What to paste into another website, and what its visitors then see. */
export function Snippet() {
  const { data: packages, error } = useStore($packages)
  const [choice, setChoice] = useState<Partial<Choice>>({})
  useEffect(() => $packages.revalidate(), [])
  const chosen = packages?.find(({ slug }) => slug === choice.slug) ?? packages?.[0]
  const whole: Choice | undefined = chosen && {
    theme: 'auto',
    coupon: '',
    ...choice,
    slug: chosen.slug,
    name: chosen.name,
  }
  const address = useSettled(whole ? writeFrameAddress(whole) : undefined)

  return (
    <Card isDense title="Sell on a website" description="Paste these lines where the button should be.">
      {error && !packages && (
        <LoadFailed title="The packages did not load" onRetry={() => $packages.invalidate()} />
      )}
      {!whole && !error && <Skeleton className="m-6 h-40" />}
      {whole && (
        <div className="grid gap-x-8 gap-y-6 p-5 sm:p-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col gap-5">
            <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
              <SelectField
                label="Package"
                className="sm:col-span-2"
                value={whole.slug}
                onChange={({ target }) => setChoice({ ...choice, slug: target.value })}
              >
                {packages?.map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label="Look"
                value={whole.theme}
                onChange={({ target }) => setChoice({ ...choice, theme: target.value as Choice['theme'] })}
              >
                <option value="auto">As the visitor prefers</option>
                <option value="light">Light</option>
                <option value="dark">Dark</option>
              </SelectField>
              <TextField
                label="Coupon (optional)"
                name="coupon"
                autoComplete="off"
                autoCapitalize="characters"
                maxLength={50}
                value={whole.coupon}
                onChange={({ target }) => setChoice({ ...choice, coupon: target.value })}
              />
            </div>
            <div>
              <pre className="whitespace-pre-wrap rounded-lg border border-line bg-ground-quiet px-4 py-3.5 font-mono text-sm leading-relaxed text-ink [overflow-wrap:anywhere]">
                {writeSnippet(location.origin, whole)}
              </pre>
              <div className="mt-3">
                <CopyButton text={writeSnippet(location.origin, whole)}>Copy</CopyButton>
              </div>
            </div>
          </div>
          <div className="min-w-0">
            <h3 className="text-sm font-medium text-ink">What visitors see</h3>
            <iframe
              key={address}
              src={address}
              title="What visitors see"
              className="mt-1.5 h-[34rem] w-full rounded-lg border border-line bg-ground"
            />
            <p className="mt-2 text-sm text-ink-quiet">
              This is the real form: what is bought in it is an order.
            </p>
          </div>
        </div>
      )}
    </Card>
  )
}
