import type { ComponentProps } from 'react'
import { Button } from '../../../ui/primitives/button.tsx'

interface RowButtonProps extends ComponentProps<typeof Button> {
  label: string
  /** Which row: screen readers say it after the label, because many rows have the same button. */
  of: string
}

export function RowButton({ label, of, ...rest }: RowButtonProps) {
  return (
    <Button variant="secondary" aria-label={`${label} ${of}`} {...rest}>
      {label}
    </Button>
  )
}
