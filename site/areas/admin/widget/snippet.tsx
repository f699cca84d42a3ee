import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { createFigureStore } from '#site/kit/stores/admin.ts'
import { SelectField, TextField } from '#site/kit/ui/field/field.tsx'
import { ALL_OPTION } from '#site/kit/ui/field/options.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { CopyButton } from '#site/kit/ui/primitives/copy-button.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'

/** The options of the HTML to paste into another website. */
export interface SnippetOptions {
  view: 'button' | 'card' | 'grid'
  /** The package of a button or card. */
  slug: string
  /** The package's name, for browsers without scripts. */
  name: string
  /** The category of a grid. Empty for all packages. */
  category: string
  theme: 'auto' | 'light' | 'dark'
  coupon: string
}

/** The height reserved while the script loads, so that the page does not shift (docs/embedding.md, Look). */
const ROOM = { button: '44px', card: '500px', grid: '500px' }

/** @returns the element's attributes, without those that have their default value */
function listAttributes({ view, slug, category, theme, coupon }: SnippetOptions) {
  const isGrid = view === 'grid'
  return {
    name: isGrid ? undefined : slug,
    view: view === 'button' ? undefined : view,
    category: isGrid && category !== '' ? category : undefined,
    coupon: coupon.trim() || undefined,
    theme: theme === 'auto' ? undefined : theme,
  }
}

/** @param shop the shop's origin */
export function writeSnippet(shop: string, choice: SnippetOptions): string {
  const { view, slug, name } = choice
  const attributes = Object.entries({
    ...listAttributes(choice),
    style: `display: block; min-height: ${ROOM[view]}`,
  })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}="${escapeHtml(value ?? '')}"`)
  const [path, text] = view === 'grid' ? ['#packages', 'All packages'] : [`packages/${slug}`, name]
  return [
    `<script async src="${shop}/embed.js"></script>`,
    `<service-package ${attributes.join(' ')}><a href="${shop}/${path}">${escapeHtml(text)}</a></service-package>`,
  ].join('\n')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

type WidgetAttributes = ReturnType<typeof listAttributes>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The element of /embed.js, as on other websites. */
      'service-package': HTMLAttributes<HTMLElement> & WidgetAttributes
    }
  }
}

const $packages = createFigureStore<Package[]>(['/api/packages'])

/** The background around the element for each theme: like this page, always light, or always dark. */
const GROUNDS = {
  auto: 'bg-ground',
  light: 'bg-[Canvas] [color-scheme:light]',
  dark: 'bg-[Canvas] [color-scheme:dark]',
}
const WIDTHS = { button: '', card: 'w-full max-w-96', grid: 'w-full' }

export function Snippet() {
  const { data: packages, error } = useStore($packages)
  const [choice, setChoice] = useState<Partial<SnippetOptions>>({})
  useEffect(() => $packages.revalidate(), [])
  const chosen = packages?.find(({ slug }) => slug === choice.slug) ?? packages?.[0]
  const whole: SnippetOptions | undefined = chosen && {
    view: 'button',
    category: '',
    theme: 'auto',
    coupon: '',
    ...choice,
    slug: chosen.slug,
    name: chosen.name,
  }
  const change = (part: Partial<SnippetOptions>) => setChoice({ ...choice, ...part })
  const isGrid = whole?.view === 'grid'

  return (
    <Card isDense title="Sell on a website" description="Paste both lines where it should appear.">
      {error && !packages && (
        <LoadFailed title="The packages didn’t load" error={error} onRetry={() => $packages.invalidate()} />
      )}
      {!whole && !error && <Skeleton className="m-6 h-40" />}
      {whole && (
        <div
          className={`grid gap-x-8 gap-y-6 p-5 sm:p-6 ${isGrid ? '' : 'xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]'}`}
        >
          <div className="flex min-w-0 flex-col gap-5">
            <div
              className={`grid items-start gap-x-4 gap-y-5 sm:grid-cols-2 ${isGrid ? 'xl:grid-cols-4' : ''}`}
            >
              <SelectField
                label="Show"
                value={whole.view}
                onChange={({ target }) => change({ view: target.value as SnippetOptions['view'] })}
              >
                <option value="button">A button</option>
                <option value="card">A card</option>
                <option value="grid">Several cards</option>
              </SelectField>
              {isGrid ? (
                <SelectField
                  label="Category"
                  value={whole.category || ALL_OPTION}
                  onChange={({ target: { value } }) =>
                    change({ category: value === ALL_OPTION ? '' : value })
                  }
                >
                  <option value={ALL_OPTION}>All packages</option>
                  {[...new Set(packages?.map(({ category }) => category))].map((category) => (
                    <option key={category}>{category}</option>
                  ))}
                </SelectField>
              ) : (
                <SelectField
                  label="Package"
                  value={whole.slug}
                  onChange={({ target }) => change({ slug: target.value })}
                >
                  {packages?.map(({ slug, name }) => (
                    <option key={slug} value={slug}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              )}
              <SelectField
                label="Look"
                value={whole.theme}
                onChange={({ target }) => change({ theme: target.value as SnippetOptions['theme'] })}
              >
                <option value="auto">Match the website</option>
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
                onChange={({ target }) => change({ coupon: target.value })}
              />
            </div>
            <div>
              <pre
                translate="no"
                className="whitespace-pre-wrap rounded-lg border border-line bg-ground-quiet px-4 py-3.5 font-mono text-sm leading-relaxed text-ink [overflow-wrap:anywhere]"
              >
                {writeSnippet(location.origin, whole)}
              </pre>
              <div className="mt-3">
                <CopyButton text={writeSnippet(location.origin, whole)}>Copy</CopyButton>
              </div>
            </div>
          </div>
          <section aria-labelledby="visitors-see" className="flex min-w-0 flex-col">
            <h3 id="visitors-see" className="text-sm font-medium text-ink">
              What visitors see
            </h3>
            <script async src="/embed.js" />
            <div
              className={`mt-1.5 flex max-h-[36rem] min-h-40 flex-1 overflow-y-auto rounded-lg border border-line p-4 sm:p-6 ${GROUNDS[whole.theme]}`}
            >
              <service-package {...listAttributes(whole)} className={`m-auto ${WIDTHS[whole.view]}`} />
            </div>
            <p className="mt-2 text-sm text-ink-quiet">
              This preview is live. Buying here creates a real order.
            </p>
          </section>
        </div>
      )}
    </Card>
  )
}
