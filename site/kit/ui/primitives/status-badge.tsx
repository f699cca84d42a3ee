import { STATUSES } from '#api/rules/status-labels.ts'
import { Badge, type BadgeTone } from './badge.tsx'

export interface StateLook {
  label: string
  tone: BadgeTone
}

export function StateBadge({ look: { label, tone } }: { look: StateLook }) {
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

/** The labels only, for a filter. */
export function labelsOf(looks: Readonly<Record<string, StateLook>>): Record<string, string> {
  return Object.fromEntries(Object.entries(looks).map(([state, { label }]) => [state, label]))
}

/** The label of a status in its colour. An unknown status is shown unchanged. */
export function StatusBadge<Kind extends keyof typeof STATUSES>({
  kind,
  status,
}: {
  kind: Kind
  status: keyof (typeof STATUSES)[Kind] & string
}) {
  const statuses: Readonly<Record<string, StateLook>> = STATUSES[kind]
  return <StateBadge look={statuses[status] ?? { label: status, tone: 'neutral' }} />
}
