import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { SecondFactorStatus } from '#api/contract/people/second-factor.ts'
import { Dialog, DialogDone } from '#site/kit/ui/dialog/dialog.tsx'
import { Button, type ButtonVariant } from '#site/kit/ui/primitives/button.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'

const Panel = lazy(async () => ({ default: (await import('./security-panel.tsx')).SecurityPanel }))

/** The user's second factors. The code that lists and changes them loads when this is shown. */
export function SecurityPanel({ onStatus }: Parameters<typeof Panel>[0]) {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <Panel onStatus={onStatus} />
    </Suspense>
  )
}

export function SecurityDialog({ onClose }: { onClose: () => void }) {
  const [status, setStatus] = useState<SecondFactorStatus | undefined>()
  return (
    <Dialog
      title="Security"
      description={
        status?.factors.length
          ? 'Your account asks for a second step.'
          : 'Add a second step, so a stolen password alone can’t open your account.'
      }
      onClose={onClose}
      footer={<DialogDone onClose={onClose} className="max-sm:flex-1" />}
    >
      <SecurityPanel onStatus={setStatus} />
    </Dialog>
  )
}

export function SecurityButton({ variant }: { variant: ButtonVariant }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={ShieldCheck} variant={variant} onClick={() => setIsOpen(true)}>
        Security
      </Button>
      {isOpen && <SecurityDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
