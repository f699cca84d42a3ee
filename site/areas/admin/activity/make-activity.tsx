import type { ComponentProps, ReactNode } from 'react'
import { makeList } from '#site/areas/admin/list/admin-table.tsx'
import {
  actionsColumn,
  EmptyValue,
  MomentCell,
  momentColumn,
  TwoLines,
} from '#site/areas/admin/list/cells.tsx'
import { countTries } from '#site/areas/admin/list/row-labels.ts'
import { StateBadge, type StateLook } from '#site/kit/ui/primitives/status-badge.tsx'
import type { ListedRow } from '#site/kit/ui/table/data-table-list.ts'

interface Activity<Row extends ListedRow> extends Omit<Parameters<typeof makeList<Row>>[0], 'columns'> {
  when: (row: Row) => string
  what: (row: Row) => Pick<ComponentProps<typeof TwoLines>, 'children' | 'below'>
  about: (row: Row) => AboutProps
  state: (row: Row) => StateLook
  details: (row: Row) => ReactNode
  act?: (row: Row, refresh: () => void) => ReactNode
  /** The API's sort keys of two columns, if it can sort by them. */
  sorts?: { what?: string; state?: string }
}

/** Makes a list of the place 'Activity', so that rows of all kinds look the same. */
export function makeActivity<Row extends ListedRow>(activity: Activity<Row>) {
  const { when, what, about, state, details, act, sorts, ...view } = activity
  return makeList<Row>({
    ...view,
    columns: ({ refresh }) => [
      momentColumn('When', when, { sort: view.defaultSort }),
      {
        header: 'Event',
        card: 'title',
        className: 'w-[26%]',
        cell: (row) => <TwoLines {...what(row)} />,
        ...(sorts?.what && { sort: sorts.what }),
      },
      { header: 'About', className: 'w-[22%]', cell: (row) => <About {...about(row)} /> },
      {
        header: 'Status',
        card: 'corner',
        cell: (row) => <StateBadge look={state(row)} />,
        ...(sorts?.state && { sort: sorts.state }),
      },
      { header: 'Details', className: 'w-[26%]', cell: details },
      ...(act ? [actionsColumn<Row>((row) => act(row, refresh))] : []),
    ],
  })
}

/** The subject of a row: a person or a thing, and its order. */
interface AboutProps {
  main: ReactNode
  order?: ReactNode
}

function About({ main, order }: AboutProps) {
  if (!main) return <>{order || <EmptyValue />}</>
  return (
    <TwoLines isPlain below={order}>
      {main}
    </TwoLines>
  )
}

interface TriesProps {
  /** Why the last attempt failed. */
  reason: string | null
  tries: number
  /** When the next attempt is. */
  next?: string | null
}

export function Tries({ reason, tries, next }: TriesProps) {
  const counted = tries > (reason === null ? 1 : 0) && countTries(tries)
  if (reason === null && !counted && !next) return <EmptyValue />
  const below = (
    <>
      {counted}
      {next && (
        <>
          {counted ? ', next ' : 'Next try '}
          <MomentCell iso={next} />
        </>
      )}
    </>
  )
  return reason === null ? (
    below
  ) : (
    <TwoLines isPlain below={(counted || next) && below}>
      {reason}
    </TwoLines>
  )
}
