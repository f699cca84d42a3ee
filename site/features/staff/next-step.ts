import type { StaffAssignment } from '../../../api/contract/assignments.ts'

/** What the staff member does next, as the end of a sentence. */
export function describeNextStep({ status, order }: StaffAssignment): string {
  const { requiredOpen } = order.answers
  const { firstName } = order.user
  const [are, them, theyAre] =
    requiredOpen === 1 ? ['answer is', 'it', 'it is'] : ['answers are', 'them', 'they are']
  const missing = `${requiredOpen} required ${are} missing. Ask ${firstName} for ${them}: the promised date moves until ${theyAre} in.`
  switch (order.workState) {
    case 'delivered':
      return `none of yours. ${firstName} checks what was delivered.`
    case 'change_asked':
      return `${firstName} asks for a change beyond the included ones: grant or decline it.`
    case 'in_rework':
    case 'warranty':
      return status === 'completed'
        ? `${firstName} waits for what is wrong or to change: deliver it.`
        : `read what ${firstName} says about the delivery, then do it and mark it complete.`
    default:
  }
  if (status === 'assigned') return requiredOpen > 0 ? missing : 'read the answers, then start the work.'
  if (status === 'in_progress') return requiredOpen > 0 ? missing : 'finish the work and mark it complete.'
  return order.readyTo === 'close'
    ? 'none of yours. All work is done, and the admins are told that the order is ready to close.'
    : 'none. This part is done.'
}
