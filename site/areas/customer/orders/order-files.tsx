/** The card 'Files and credentials' of an order's page. */
import type { FileList } from '#api/contract/orders/conversation.ts'
import type { CredentialsList } from '#api/contract/orders/credentials.ts'
import type { Delivery } from '#api/contract/orders/deliveries.ts'
import { callApi } from '#site/kit/client/api.ts'
import { Card, CardPart } from '#site/kit/ui/primitives/card.tsx'
import { DownloadAll, FileLinks, listSent } from '#site/order/attachments/file-links.tsx'
import { CustomerCredentials } from '#site/order/credentials/customer-credentials.tsx'
import { useOrderPart } from '#site/order/use-order-part.ts'

interface FilesAndCredentialsProps {
  orderId: number
  /** Their files stand with them. */
  deliveries: readonly Delivery[]
}

/** Renders nothing while there are no files and no credentials are wanted. */
export function FilesAndCredentials({ orderId, deliveries }: FilesAndCredentialsProps) {
  const files = listSent(useOrderPart<FileList>(orderId, 'files').data)
  const { data: access, setData } = useOrderPart<CredentialsList>(orderId, 'credentials')
  const delivered = new Set(deliveries.flatMap((one) => one.files.map(({ id }) => id)))
  const others = files.filter(({ id }) => !delivered.has(id))
  if (others.length === 0 && !access?.canAdd) return null
  return (
    <Card isDense title="Files and credentials">
      <div className="divide-y divide-line">
        {others.length > 0 && (
          <CardPart title="Files" actions={<DownloadAll orderId={orderId} files={files} />}>
            <FileLinks files={others} />
          </CardPart>
        )}
        {access?.canAdd && (
          <CustomerCredentials
            orderId={orderId}
            credentials={access.credentials}
            call={callApi}
            onChanged={setData}
          />
        )}
      </div>
    </Card>
  )
}
