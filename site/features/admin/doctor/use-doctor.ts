import { useStore } from '@nanostores/react'
import type { DoctorLine, DoctorReport } from '../../../../api/contract/operation.ts'
import { createFigureStore } from '../../../stores/admin.ts'

/** Fetched once, and again on request, because the report asks the mail server, the payment provider and DNS. */
const $doctor = createFigureStore<DoctorReport>(['/api/admin/doctor'])

export function useDoctor() {
  return useStore($doctor)
}

export function examineAgain(): void {
  $doctor.revalidate()
}

export function listFaults(report: DoctorReport | undefined): DoctorLine[] {
  return report?.lines.filter(({ state }) => state === 'fault') ?? []
}
