import { FolderDown } from 'lucide-react'
import { useState } from 'react'
import type { Order } from '../../../api/contract/orders.ts'
import { callApi, request } from '../../client/api.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Downloads all that the shop has stored about the customer, and the invoices of the paid orders. */
export function DataButton() {
  const [isCollecting, setIsCollecting] = useState(false)

  async function download(): Promise<void> {
    setIsCollecting(true)
    try {
      const data = await request('/api/user/data')
      saveFile(await data.blob(), 'my-data.json')
      const { downloadInvoice } = await import('./invoice/download-invoice.ts')
      for (const order of await callApi<Order[]>('/api/orders')) await downloadInvoice(order)
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
