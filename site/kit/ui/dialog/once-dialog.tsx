/** Shows something that is never shown again. If closed by anything but its button, it asks once whether that was meant. */
import { type ReactNode, useState } from 'react'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Dialog } from './dialog.tsx'

interface OnceDialogProps {
  title: string
  description: string
  /** The label of the button that closes the dialog. */
  done?: string
  /** False: the content can be shown again, so the dialog closes without asking. */
  isOnce?: boolean
  onClose: () => void
  children: ReactNode
}

export function OnceDialog({
  title,
  description,
  done = 'I have saved it',
  isOnce = true,
  onClose,
  children,
}: OnceDialogProps) {
  const [isWarned, setIsWarned] = useState(false)
  return (
    <Dialog
      size="md"
      title={title}
      description={description}
      onClose={() => (isOnce && !isWarned ? setIsWarned(true) : onClose())}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          {isWarned && (
            <p role="alert" className="basis-full text-sm font-medium text-negative">
              It won’t be shown again. Copy it first, or close again to continue without it.
            </p>
          )}
          <Button className="max-sm:flex-1" onClick={onClose}>
            {done}
          </Button>
        </div>
      }
    >
      {children}
    </Dialog>
  )
}
