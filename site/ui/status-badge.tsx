import { STATUSES } from '../../api/contract/status-labels.ts'
import { Badge, type BadgeTone } from './badge.tsx'

/** What a status is called, in its colour. One that is not known here is shown as it is, in a neutral style. */
export function StatusBadge<Kind extends keyof typeof STATUSES>({
  kind,
  status,
}: {
  kind: Kind
  status: keyof (typeof STATUSES)[Kind] & string
}) {
  const statuses: Readonly<Record<string, { label: string; tone: BadgeTone }>> = STATUSES[kind]
  const { label, tone } = statuses[status] ?? { label: status, tone: 'neutral' as const }
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}
