import { StaffAssignment } from '../../../db/models/staff-assignment.ts'
import { brand } from '../../content/content.ts'
import { omitPlaceholders } from '../../contract/placeholders.ts'
import { NotApplicable, type WrittenMail } from '../mail/content.ts'
import type { MailPayloads } from '../mail/outbox.ts'
import { countThings, formatDay, toOneLine } from '../mail/words.ts'
import { addressOf, greet, linkToOwn, type MailContext } from '../mail/writer.ts'

export async function writeAssignment(
  { assignmentId, staffId }: MailPayloads['assignment'],
  context: MailContext,
): Promise<WrittenMail> {
  const assignment = await StaffAssignment.query(context.services.db)
    .findById(assignmentId)
    .withGraphFetched('[staff, assignedBy, order]')
  const { staff, order, assignedBy } = assignment ?? {}
  if (!assignment || !staff || !order || assignment.staffId !== staffId) {
    throw new NotApplicable('The work is no longer theirs')
  }
  const client = omitPlaceholders(order.buyer)
  return {
    to: addressOf(staff),
    content: {
      subject: toOneLine(`You are on ${order.invoiceNumber}: ${order.packageName}`),
      preview: toOneLine(`For ${client.company || 'a customer'}, assigned by ${assignedBy?.firstName}.`),
      eyebrow: 'New work',
      heading: toOneLine(`You are on ${order.packageName}`),
      blocks: [
        {
          type: 'text',
          text: `${greet('Hello', staff)}, ${assignedBy?.firstName} ${assignedBy?.lastName} has put you on this order.`,
        },
        {
          type: 'facts',
          facts: [
            { label: 'Order', value: order.invoiceNumber },
            {
              label: 'Client',
              value: `${client.firstName} ${client.lastName}`.trim() || 'N/A',
              ...(client.company && { note: client.company }),
            },
            { label: 'Assigned', value: formatDay(assignment.assignedAt) },
            { label: 'Delivery', value: `within ${countThings(order.deliveryDays, 'business day')}` },
          ],
        },
        ...(assignment.notes.trim() ? [{ type: 'note' as const, text: assignment.notes }] : []),
        { type: 'button', label: 'Open your assignments', url: linkToOwn(context, '/staff', staff) },
      ],
      because: `you work at ${brand.name}.`,
    },
  }
}
