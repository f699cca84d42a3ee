import { brand } from 'virtual:content'
import { Download } from 'lucide-react'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Button } from '../ui/primitives/button.tsx'
import { saveFile } from '../ui/primitives/save-file.ts'
import { CopyButton } from './copy-button.tsx'

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')

  function download(): void {
    const lines = `Recovery codes of ${brand.name}. Each signs in once.\n\n${text}\n`
    saveFile(new Blob([lines], { type: 'text/plain' }), 'recovery-codes.txt')
  }

  return (
    <Dialog
      size="md"
      title="Save your recovery codes"
      description="Each one signs you in once if you lose your other ways to sign in. They will not be shown again."
      onClose={onClose}
      footer={
        <div className="flex justify-end">
          <Button className="max-sm:flex-1" onClick={onClose}>
            I have saved them
          </Button>
        </div>
      }
    >
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-2 rounded-lg border border-line bg-ground-quiet px-5 py-4 font-mono text-sm text-ink"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton text={text}>Copy</CopyButton>
        <Button variant="secondary" onClick={download}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
      </div>
    </Dialog>
  )
}
