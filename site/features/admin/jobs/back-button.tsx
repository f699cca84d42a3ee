import { ArrowLeft } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

export function BackButton({ onClose }: { onClose: () => void }) {
  return (
    <Button variant="secondary" onClick={onClose}>
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back to staff
    </Button>
  )
}
