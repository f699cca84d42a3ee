import { FolderDown } from 'lucide-react'
import { useState } from 'react'
import type { PersonalData } from '../../../api/contract/personal-data.ts'
import { request } from '../../client/api.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Downloads all that the shop has stored about the customer, and the invoices and credit notes. */
export function DataButton() {
  const [isCollecting, setIsCollecting] = useState(false)

  async function download(): Promise<void> {
    setIsCollecting(true)
    try {
      const response = await request('/api/user/data')
      const file = await response.blob()
      saveFile(file, 'my-data.json')
      const { invoices } = JSON.parse(await file.text()) as PersonalData
      const { saveDocument } = await import('../../invoice/download-invoice.ts')
      for (const { document } of invoices) await saveDocument(document)
      showToast('Data Downloaded', 'A file with your data, and your invoices.')
    } catch {
      showError('Data Not Downloaded', 'Please check your connection and try again.')
    } finally {
      setIsCollecting(false)
    }
  }

  return (
    <Button variant="ghost" busy={isCollecting} onClick={() => void download()}>
      {!isCollecting && <FolderDown aria-hidden="true" className="size-4" />}
      Download My Data
    </Button>
  )
}
