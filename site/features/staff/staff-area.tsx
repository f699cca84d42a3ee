import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { User } from '../../../api/contract/auth.ts'
import type { StaffAssignment } from '../../../api/contract/staff.ts'
import { AnswersDialog } from './answers-dialog.tsx'
import { AssignmentList } from './assignment-list.tsx'
import { $assignments } from './assignments.ts'
import { StatCards } from './stat-cards.tsx'

export function StaffArea({ user }: { user: User }) {
  const { data: assignments, error, loading } = useStore($assignments)
  const [asked, setAsked] = useState<StaffAssignment | undefined>()
  const hasFailed = Boolean(error) && !loading

  return (
    <div className="min-h-dvh bg-ground-quiet">
      <div className="mx-auto flex max-w-page flex-col gap-6 px-4 py-8 sm:px-6 sm:py-12 lg:gap-8 lg:px-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <div className="min-w-0">
            <h1 className="text-title font-semibold text-ink">Staff Dashboard</h1>
            <p className="mt-1.5 text-ink-quiet [overflow-wrap:anywhere]">
              Welcome back, {user.firstName}. Here is the work assigned to you.
            </p>
          </div>
        </div>
        <StatCards assignments={assignments} hasFailed={hasFailed} />
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
