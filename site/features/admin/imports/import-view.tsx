import { useStore } from '@nanostores/react'
import { $query } from '../../../stores/address.ts'
import { ImportCard } from './import-card.tsx'
import { ImportList } from './import-list.tsx'
import { ImportPage } from './import-page.tsx'
import { PastOrderList } from './past-order-list.tsx'

/** Customers and past orders of another system: a file to choose, what came of earlier ones, and the past orders. */
export function ImportView() {
  const id = Number(new URLSearchParams(useStore($query)).get('file'))
  if (Number.isInteger(id) && id > 0) return <ImportPage key={id} id={id} />
  return (
    <div className="flex flex-col gap-6">
      <ImportCard />
      <ImportList />
      <PastOrderList />
    </div>
  )
}
