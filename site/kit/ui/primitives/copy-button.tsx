import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { Button } from './button.tsx'

export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      showToast('Copied!')
    } catch {
      showError('Copy Failed', 'Please select the text and copy it yourself')
    }
  }

  return (
    <Button icon={Copy} variant="secondary" onClick={() => void copy()}>
      {children}
    </Button>
  )
}
