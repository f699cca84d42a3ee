import { LogOut } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { User } from '#api/contract/people/auth.ts'
import { SecurityDialog } from '#site/account/second-factor/security-dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'

const IdleNotice = lazy(async () => ({
  default: (await import('#site/kit/shell/idle-notice.tsx')).IdleNotice,
}))

const MENU_ID = 'account-menu'
const ITEM =
  'flex min-h-target w-full items-center gap-2 rounded px-3 text-left text-sm font-medium text-ink hover:bg-ink/5'

interface AccountMenuProps {
  user: User
  /** The sign-out button: beside the menu, on a narrow screen inside it. */
  signOut: { label: string; isBusy?: boolean; onClick: () => void }
  /** More links, besides those to the other areas. */
  moreWays?: readonly { href: string; label: string }[]
}

/** The user's name, links to the other areas, and the sign-out. */
export function AccountMenu({ user, signOut, moreWays = [] }: AccountMenuProps) {
  const [isSecurityOpen, setIsSecurityOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const { firstName, lastName, email, isAdmin, isStaff } = user
  const { label, isBusy = false, onClick } = signOut
  const ways = [
    { href: '/admin', label: 'Admin', isShown: isAdmin },
    { href: '/staff', label: 'Staff', isShown: isStaff },
    { href: '/dashboard', label: 'Dashboard', isShown: true },
    { href: '/', label: 'Shop', isShown: true },
  ].filter((way) => way.isShown && way.href !== location.pathname)

  return (
    <>
      <Button icon={LogOut} variant="ghost" busy={isBusy} onClick={onClick} className="px-3 max-sm:hidden">
        {label}
      </Button>
      <button
        type="button"
        popoverTarget={MENU_ID}
        aria-label={`Account of ${firstName} ${lastName}`}
        className="group -mx-1.5 grid size-11 shrink-0 place-items-center rounded-full focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
      >
        <span
          aria-hidden="true"
          className="grid size-8 place-items-center rounded-full border border-line bg-accent-soft text-xs font-semibold uppercase text-accent-strong transition-colors group-hover:border-line-strong"
        >
          {firstName.slice(0, 1)}
          {lastName.slice(0, 1)}
        </span>
      </button>
      <div
        ref={menu}
        id={MENU_ID}
        popover="auto"
        className="inset-auto right-3 top-[3.75rem] m-0 w-64 max-w-[calc(100vw-1.5rem)] rounded-lg border border-line bg-ground-raised p-1.5 shadow-raised sm:right-5"
      >
        <p className="border-b border-line px-3 pb-2.5 pt-2 text-sm [overflow-wrap:anywhere]">
          <span className="block font-medium text-ink">
            {firstName} {lastName}
          </span>
          <span className="block text-ink-quiet">{email}</span>
        </p>
        <ul className="pt-1.5">
          {[...ways, ...moreWays].map((way) => (
            <li key={way.href}>
              <a href={way.href} className={ITEM}>
                {way.label}
              </a>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={ITEM}
              onClick={() => {
                // Close the menu first: the dialog later returns the focus, and only a visible element can take it.
                menu.current?.hidePopover?.()
                setIsSecurityOpen(true)
              }}
            >
              Security
            </button>
          </li>
          <li className="mt-1.5 border-t border-line pt-1.5 sm:hidden">
            <button type="button" className={ITEM} disabled={isBusy} onClick={onClick}>
              {label}
            </button>
          </li>
        </ul>
      </div>
      <Suspense>
        <IdleNotice />
      </Suspense>
      {isSecurityOpen && <SecurityDialog onClose={() => setIsSecurityOpen(false)} />}
    </>
  )
}

/** Renders into the area's header, which is outside the island (site/components/AreaHeader.astro). */
export function AreaBar({ children }: { children: ReactNode }) {
  const header = document.getElementById('area-header')
  return header && createPortal(children, header)
}
