import { useState } from 'react'
import type { ImportFault } from '../../../../api/contract/imports.ts'
import { Button } from '../../../ui/primitives/button.tsx'

const SHOWN_FIRST = 20

export function FaultList({ faults }: { faults: readonly ImportFault[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? faults : faults.slice(0, SHOWN_FIRST)
  return (
    <>
      <ul aria-label="Errors by row" className="divide-y divide-line text-sm">
        {shown.map(({ row, column, value, message, example }) => (
          <li
            key={`${row} ${column}`}
            className="grid gap-x-4 gap-y-0.5 px-5 py-2.5 sm:px-6 md:grid-cols-[4.5rem_6rem_minmax(0,1fr)_minmax(0,14rem)]"
          >
            <span className="flex gap-x-3 md:contents">
              <span className="tabular-nums text-ink-quiet">Row {row}</span>
              <span className="font-mono text-[13px] leading-5 text-ink">{column}</span>
            </span>
            <span className="text-ink [overflow-wrap:anywhere]">
              {message}
              {column && (
                <span className="block text-ink-quiet">{value ? `‘${value}’` : 'The cell is empty'}</span>
              )}
            </span>
            {example && (
              <span className="text-ink-quiet [overflow-wrap:anywhere] md:text-right">
                Example: {example}
              </span>
            )}
          </li>
        ))}
      </ul>
      {shown.length < faults.length && (
        <div className="border-t border-line px-5 py-2 sm:px-6">
          <Button variant="ghost" className="-ml-3 !px-3" onClick={() => setIsWhole(true)}>
            Show {faults.length - shown.length} more
          </Button>
        </div>
      )}
    </>
  )
}
