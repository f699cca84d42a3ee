import { ChevronRight } from 'lucide-react'

interface FiguresTableProps {
  caption: string
  headings: readonly string[]
  rows: readonly (readonly string[])[]
}

export function FiguresTable({ caption, headings, rows }: FiguresTableProps) {
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-target cursor-pointer list-none items-center gap-1.5 px-5 text-sm font-medium text-ink-quiet transition-colors hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent sm:px-6 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Show as a table<span className="sr-only">: {caption}</span>
      </summary>
      <div className="max-h-80 overflow-y-auto border-t border-line">
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-ground-quiet">
            <tr>
              {headings.map((heading, index) => (
                <th key={heading} scope="col" className={`${cellClass(index)} font-medium text-ink-quiet`}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(([name, ...figures]) => (
              <tr key={name}>
                <th scope="row" className={`${cellClass(0)} font-normal text-ink`}>
                  {name}
                </th>
                {figures.map((figure, index) => (
                  <td key={headings[index + 1]} className={`${cellClass(index + 1)} text-ink`}>
                    {figure}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const cellClass = (column: number) =>
  `px-3 py-2 first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6 ${column === 0 ? '' : 'text-right tabular-nums'}`
