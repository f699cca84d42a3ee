/** Mails to staff and admins about the work on an order. They never contain the customer's answers. */

import { brand } from '#api/content/content.ts'
import type { MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import { isAwaitingAnswers, readReadyTo } from '#api/orders/order/delivery.ts'
import { describePromise, showDeliveries } from '#api/orders/order/mails.ts'
import { block, type Fact, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { statusFact, toOneLine } from '#api/platform/mail/words.ts'
import { accountButton, greet, type MailContext, toRecipient } from '#api/platform/mail/writer.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { ASSIGNMENT_STATUS, READY_LABELS, STATUSES } from '#api/rules/status-labels.ts'
import { Delivery } from '#db/models/orders/delivery.ts'
import type { Order } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'

const BECAUSE = `you work at ${brand.name}.`

const writeAssignment: MailWriter<'assignment'> = async (payload, context) => {
  const { assignment, staff, order } = await getAssignedWork(payload, context)
  const { assignedBy } = assignment
  return {
    to: toRecipient(staff),
    subject: toOneLine(`${order.invoiceNumber} is yours: ${order.packageName}`),
    preview: toOneLine(
      `For ${omitPlaceholders(order.buyer).company || 'a customer'}, assigned by ${assignedBy?.firstName}.`,
    ),
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: toOneLine(`New work for you: ${order.packageName}`),
    blocks: [
      `${greet('Hello', staff)}, ${assignedBy?.firstName} ${assignedBy?.lastName} has assigned this order to you.`,
      block.facts(await describeWork(order, context)),
      ...(assignment.notes.trim() ? [block.quote(assignment.notes)] : []),
      accountButton('Open the order', context, `/staff?order=${order.id}`, staff),
    ],
    because: BECAUSE,
  }
}

const writeAnswersIn: MailWriter<'answers_in'> = async (payload, context) => {
  const { assignment, staff, order } = await getAssignedWork(payload, context)
  if (ASSIGNMENT_STATUS[assignment.status].isDone) throw new NotApplicable('The work is completed')
  const isFirst = payload.event === 'in'
  return {
    to: toRecipient(staff),
    subject: toOneLine(
      `${isFirst ? (ASSIGNMENT_STATUS[assignment.status].awaitsStart ? 'Answers are in, you can start' : 'Answers are in') : 'Please read the changed answers'}: ${order.invoiceNumber}, ${order.packageName}`,
    ),
    preview: isFirst ? 'All required answers are in.' : 'Please read them again.',
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: isFirst ? 'The required answers are in' : 'Answers have changed',
    blocks: [
      `${greet('Hello', staff)}, ${
        isFirst
          ? `the customer has answered all required questions about ${order.packageName}${ASSIGNMENT_STATUS[assignment.status].awaitsStart ? '. The order is ready to start' : ''}.`
          : `the customer has changed or added answers to ${order.packageName}.`
      }`,
      block.facts(await describeWork(order, context)),
      accountButton('Read the answers', context, `/staff?order=${order.id}`, staff),
    ],
    because: BECAUSE,
  }
}

const writeWorkFinished: MailWriter<'work_finished'> = async ({ assignmentId, adminId }, context) => {
  const { db } = context.services
  const { order, staff } = await getAssignment(assignmentId, context)
  const admin = await User.query(db).findById(adminId).where({ isAdmin: true, disabledAt: null })
  if (!admin) throw new NotApplicable('The recipient is no longer an admin')
  if ((await readReadyTo(db, order.id)) !== 'close')
    throw new NotApplicable('The order is no longer waiting for an admin')
  const deliveries = await Delivery.query(db).where({ orderId: order.id }).orderBy('number')
  return {
    to: toRecipient(admin),
    subject: toOneLine(`${READY_LABELS.close}: ${order.invoiceNumber}, ${order.packageName}`),
    preview: 'All assignments of the order are completed.',
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: 'The work is finished',
    blocks: [
      `${greet('Hello', admin)}, ${staff.firstName} ${staff.lastName} has completed the last open assignment of ${order.packageName}. The customer doesn’t need to do anything. We email them when you set the order to completed.`,
      block.facts([...(await describeWork(order, context)), statusFact('Status', STATUSES.ready.close)]),
      ...(await showDeliveries(db, deliveries)),
      accountButton('Check and close the order', context, `/admin?order=${order.id}`, admin),
    ],
    because: BECAUSE,
  }
}

/** @throws NotApplicable if the assignment no longer belongs to the staff member */
async function getAssignedWork(
  { assignmentId, staffId }: Pick<MailPayloads['assignment'], 'assignmentId' | 'staffId'>,
  context: MailContext,
) {
  const work = await getAssignment(assignmentId, context)
  const { assignment, staff } = work
  if (assignment.staffId !== staffId) throw new NotApplicable('The work has been reassigned')
  if (staff.disabledAt || !staff.isStaff) throw new NotApplicable('The recipient is no longer staff')
  return work
}

async function getAssignment(id: number, { services }: MailContext) {
  const assignment = await StaffAssignment.query(services.db)
    .findById(id)
    .withGraphJoined('[staff, assignedBy, order]')
  const { staff, order } = assignment ?? {}
  if (!assignment || !staff || !order) throw new NotApplicable('The work has been reassigned')
  return { assignment, staff, order }
}

async function describeWork(order: Order, { services }: MailContext): Promise<Fact[]> {
  const { firstName, lastName, company } = omitPlaceholders(order.buyer)
  return [
    {
      label: 'Client',
      value: `${firstName} ${lastName}`.trim() || 'N/A',
      ...(company && { note: company }),
    },
    describePromise(order, await isAwaitingAnswers(services.db, order.id), 'if the customer answers today'),
  ]
}

export const STAFF_MAILS = {
  assignment: {
    to: 'staff',
    when: 'when somebody is put on an order, if they still are',
    write: writeAssignment,
  },
  answers_in: {
    to: 'staff',
    when: 'at once when required answers are in, 10 minutes after a change of them',
    write: writeAnswersIn,
  },
  work_finished: {
    to: 'admins',
    when: 'when all of an order is completed and nothing delivered, or a delivery waits for them',
    write: writeWorkFinished,
  },
} satisfies Partial<Mails>
