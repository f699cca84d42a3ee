import { useStore } from '@nanostores/react'
import { ArrowRight, LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SecondFactorStatus } from '#api/contract/people/second-factor.ts'
import { $isSetupRequired, signOut } from '#site/kit/stores/session.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { SecurityPanel } from './security-dialog.tsx'

/** Shows the area. If the API requires a second factor first, shows the screen that sets one up. */
export function SetupGate({ children }: { children: ReactNode }) {
  return useStore($isSetupRequired) ? <SetupScreen /> : <>{children}</>
}

function SetupScreen() {
  const [status, setStatus] = useState<SecondFactorStatus | undefined>()
  const isDone = status !== undefined && status.factors.length > 0

  return (
    <div className="min-h-dvh bg-ground-quiet">
      <div className="page max-w-3xl py-10 sm:py-16">
        <h1 className="text-title font-semibold text-ink">Protect your account first</h1>
        <p className="mt-3 max-w-text leading-relaxed text-ink-quiet">
          You work with customer data, so a password alone isn’t enough. Add a passkey or an authenticator
          app. It takes a minute.
        </p>
        <Card title="Two-factor authentication" className="mt-8">
          <div className="px-5 py-5 sm:px-6">
            <SecurityPanel onStatus={setStatus} />
          </div>
        </Card>
        <div className="mt-6 flex flex-wrap gap-3">
          {isDone && (
            <Button onClick={() => location.reload()}>
              Continue
              <ArrowRight aria-hidden="true" className="size-4" />
            </Button>
          )}
          <Button variant="secondary" onClick={() => void signOut().finally(() => location.assign('/'))}>
            <LogOut aria-hidden="true" className="size-4" />
            Sign Out
          </Button>
        </div>
      </div>
    </div>
  )
}
