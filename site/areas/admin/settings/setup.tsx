import { useStore } from '@nanostores/react'
import { CircleCheck, CircleMinus, CircleX, type LucideIcon, RotateCw, TriangleAlert } from 'lucide-react'
import { CHECK_GROUPS, type DoctorLine, type DoctorReport } from '#api/contract/operations/jobs.ts'
import { MomentCell } from '#site/areas/admin/list/cells.tsx'
import { formatCount } from '#site/kit/format/count.ts'
import { setQuery } from '#site/kit/stores/address.ts'
import { createFigureStore } from '#site/kit/stores/admin.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'

const SIGNS: Readonly<Record<DoctorLine['state'], { Icon: LucideIcon; label: string; look: string }>> = {
  ok: { Icon: CircleCheck, label: 'OK', look: 'text-positive' },
  fault: { Icon: CircleX, label: 'Problem', look: 'text-negative' },
  unset: { Icon: CircleMinus, label: 'Not set up', look: 'text-ink-quiet' },
}

/** The report of `shop doctor`, the same as on the command line. */
export function Panel() {
  const { data, error, loading } = useDoctor()
  const count = listFaults(data).length
  const unset = data?.lines.filter((line) => line.state === 'unset' && !isUnsetVariable(line)).length ?? 0
  const actions = (
    <Button icon={RotateCw} variant="secondary" busy={loading && data !== undefined} onClick={examineAgain}>
      Check again
    </Button>
  )
  return (
    <div className="flex flex-col gap-4 lg:gap-6" aria-busy={loading}>
      <Card title="Setup" description="Services and settings that the shop depends on" actions={actions}>
        <div className="px-5 py-4 text-sm text-ink-quiet sm:px-6">
          {error && !loading && !data ? (
            <LoadFailed title="The setup couldn’t be checked" error={error} onRetry={examineAgain} />
          ) : (
            <p role="status">
              {data ? (
                <>
                  {count === 0 ? 'Nothing is broken.' : `${formatCount(count, 'problem')}.`}
                  {unset > 0 && ` ${formatCount(unset, 'part')} not set up yet.`} Checked{' '}
                  <MomentCell iso={data.checkedAt} />
                </>
              ) : (
                'Checking. This may take a few seconds …'
              )}
            </p>
          )}
        </div>
      </Card>
      {data ? (
        <Report report={data} />
      ) : (
        <Card>
          <div aria-hidden="true" className="flex flex-col gap-4 px-5 py-5 sm:px-6">
            {['w-2/3', 'w-1/2', 'w-3/4', 'w-2/5'].map((width) => (
              <Skeleton key={width} className={`h-4 ${width}`} />
            ))}
          </div>
        </Card>
      )}
    </div>
  )
}

/** Faults come first, then the rest by group. */
function Report({ report }: { report: DoctorReport }) {
  const faults = listFaults(report)
  const groups = CHECK_GROUPS.map((group) => ({
    group,
    lines: report.lines.filter(
      (line) => line.group === group && line.state !== 'fault' && !isUnsetVariable(line),
    ),
  }))
  const unset = report.lines.filter(isUnsetVariable)
  return (
    <>
      {faults.length > 0 && (
        <Lines
          title="Problems"
          lines={faults.map((line) => ({ ...line, name: `${line.group}, ${line.name}` }))}
        />
      )}
      {groups.map(
        ({ group, lines }) =>
          lines.length > 0 && <Lines key={group} title={group} lines={joinUnset(lines)} />,
      )}
      {unset.length > 0 && (
        <details className="px-5 text-sm text-ink-quiet sm:px-6">
          <summary className="cursor-pointer py-2">
            {formatCount(unset.length, 'optional variable')} not set
          </summary>
          <p className="[overflow-wrap:anywhere]">{unset.map(({ name }) => name).join(', ')}</p>
        </details>
      )}
    </>
  )
}

const isUnsetVariable = ({ group, state }: DoctorLine) => group === 'Configuration' && state === 'unset'

/** Joins the parts that are not set up and say the same, so that it is read once. */
function joinUnset(lines: DoctorLine[]): DoctorLine[] {
  const joined = new Map<string, DoctorLine>()
  for (const line of lines) {
    const key = line.state === 'unset' ? line.text : line.name
    const same = joined.get(key)
    joined.set(key, same ? { ...same, name: `${same.name}, ${line.name}` } : line)
  }
  return [...joined.values()]
}

function Lines({ title, lines }: { title: string; lines: DoctorLine[] }) {
  return (
    <Card isDense title={title}>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </ul>
    </Card>
  )
}

function Line({ line: { name, state, text, advice } }: { line: DoctorLine }) {
  const { Icon, label, look } = SIGNS[state]
  return (
    <li className="flex gap-3 px-5 py-3 text-sm sm:px-6">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 sm:grid-cols-[14rem_1fr]">
        <p className="font-medium text-ink [overflow-wrap:anywhere]">
          {name}
          <span className="sr-only">: {label}</span>
        </p>
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p className={state === 'fault' ? 'text-negative' : 'text-ink-quiet'}>{text}</p>
          {advice && <p className="mt-0.5 text-ink">{advice}</p>}
        </div>
      </div>
    </li>
  )
}

/** Fetched once, and again only on request, because the report queries the mail server, the payment provider and DNS. */
const $doctor = createFigureStore<DoctorReport>(['/api/admin/doctor'])

function useDoctor() {
  return useStore($doctor)
}

function examineAgain(): void {
  $doctor.revalidate()
}

function listFaults(report: DoctorReport | undefined): DoctorLine[] {
  return report?.lines.filter(({ state }) => state === 'fault') ?? []
}

/** The setup's worst fault, which is the report's first. Renders nothing if there is none. */
export function SetupNotice() {
  const [worst, ...others] = listFaults(useDoctor().data)
  if (!worst) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-negative/25 bg-negative-soft px-4 py-2 text-sm text-negative sm:px-5"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]">
        <span className="font-semibold">
          {worst.group}, {worst.name}:
        </span>{' '}
        {worst.text}
        {others.length > 0 && ` (and ${others.length} more)`}
      </p>
      <button
        type="button"
        onClick={() => setQuery(new URLSearchParams({ view: 'setup' }))}
        className="min-h-target shrink-0 font-medium underline underline-offset-4 hover:no-underline"
      >
        Show setup
      </button>
    </div>
  )
}
