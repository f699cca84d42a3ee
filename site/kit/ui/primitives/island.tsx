import { brand } from 'virtual:content'
import { Component, type ReactElement, type ReactNode } from 'react'
import { Button } from './button.tsx'

/** Catches errors while its content renders, including those caused by browser extensions that change the page. React logs them. */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <Failure /> : this.props.children
  }
}

/** Looks and reads like site/layouts/MissingScriptsNotice.astro. Typed texts are kept in the browser's storage. */
function Failure() {
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-6 gap-y-3 border-t border-line bg-ground-raised px-5 py-4 text-sm text-ink shadow-raised print:hidden"
    >
      <p className="max-w-text">
        Part of this page has stopped working. A browser extension may be the cause. Please reload the page,
        or write to{' '}
        <a translate="no" href={`mailto:${brand.email.support}`} className="link">
          {brand.email.support}
        </a>
        .
      </p>
      <Button variant="secondary" onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  )
}

/** Makes a component an island, which shows its own failure in its place. Every component with a `client:` directive is one. */
export function island<Props extends object>(Content: (props: Props) => ReactElement | false | null) {
  return function Island(props: Props) {
    return (
      <Boundary>
        <Content {...props} />
      </Boundary>
    )
  }
}
