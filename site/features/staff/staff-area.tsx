import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { StaffAssignment } from '../../../api/contract/staff.ts'
import { AnswersDialog } from './answers-dialog.tsx'
import { AssignmentList } from './assignment-list.tsx'
import { $assignments } from './assignments.ts'
import { COLUMN, StaffHeading } from './staff-heading.tsx'
import { StatCards } from './stat-cards.tsx'

export function StaffArea() {
  const { data: assignments, error, loading } = useStore($assignments)
  const [asked, setAsked] = useState<StaffAssignment | undefined>()
  const hasFailed = Boolean(error) && !loading

  return (
    <div className="min-h-[calc(100dvh-3.5rem)] bg-ground-quiet">
      <div className={`${COLUMN} pb-16`}>
        <div>
          <StaffHeading />
          <div className="mt-1">
            <StatCards assignments={assignments} hasFailed={hasFailed} />
          </div>
        </div>
        <AssignmentList
          assignments={assignments}
          error={hasFailed ? error : undefined}
          onRetry={() => $assignments.invalidate()}
          onShowAnswers={setAsked}
        />
      </div>
      {asked && <AnswersDialog assignment={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}
