import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, type ButtonVariant } from '../ui/primitives/button.tsx'

const SecurityDialog = lazy(async () => ({ default: (await import('./security-dialog.tsx')).SecurityDialog }))

/** Opens the dialog with the user's second factors. */
export function SecurityButton({ variant }: { variant: ButtonVariant }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={ShieldCheck} variant={variant} onClick={() => setIsOpen(true)}>
        Security
      </Button>
      {isOpen && (
        <Suspense>
          <SecurityDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
