/**
 * Deliveries by the team, and their acceptance by the customer (docs/product/order.md, Deliveries and Acceptance).
 *
 * - `GET /orders/:id/work`: its customer, assigned staff, admins
 * - `POST /orders/:id/deliveries` ({@link DeliverBody}), `…/deliveries/:number/undo`: assigned staff, admins
 * - `POST /orders/:id/deliveries/:number/accept`, `POST /orders/:id/delivery-requests` ({@link RequestBody}): its customer. The
 *   latter also reports a fault of a completed order within the warranty.
 * - `POST /orders/:id/delivery-requests/:requestId/decision` ({@link DecideBody}): assigned staff, admins
 *
 * Each responds with {@link OrderWork}.
 */

import * as z from 'zod'
import { IdParams } from '#api/contract/platform/lists.ts'
import { PersonName } from '#api/contract/platform/person-name.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { isUrl } from '#api/rules/embed.ts'
import { MOST_FILES } from '#api/rules/order-work/uploads.ts'
import { WORK_STATES } from '#api/rules/order-work/work-state.ts'
import { OrderFile } from './conversation.ts'
import { OrderDates } from './dates.ts'

const MOST_DELIVERY_LINKS = 10
export const LONGEST_DELIVERY_NOTE = 2000
const LONGEST_REQUEST = 5000

/** Where the latest delivery stands. `null`: nothing delivered, or the order is closed. */
export const WorkState = z.enum(WORK_STATES).nullable()
export type WorkState = z.infer<typeof WorkState>

/** time: accepted automatically, because nothing was reported during the days for testing. */
export const AcceptedKind = z.enum(['customer', 'time']).nullable()

export const Delivery = z.object({
  number: z.int().describe('from 1 on, in its order'),
  note: z.string(),
  links: z.array(z.string()),
  link: z.string().nullable().describe('the first of the links'),
  files: z.array(OrderFile).describe('oldest first'),
  isWhole: z
    .boolean()
    .describe('what the customer is asked to accept; false: a part, while others are still at work'),
  by: PersonName,
  at: z.string(),
  acceptedAt: z.string().nullable(),
  acceptedKind: AcceptedKind,
})
export type Delivery = z.infer<typeof Delivery>

/** fault: 'Something is wrong', never counts as an included change. change: 'I want a change'. */
export const RequestKind = z.enum(['fault', 'change'], 'kind must be fault or change')
export type RequestKind = z.infer<typeof RequestKind>

export const DeliveryRequest = z.object({
  id: z.int(),
  kind: RequestKind,
  text: z.string(),
  deliveryNumber: z.int().nullable().describe('null: a fault of work that was never delivered here'),
  at: z.string(),
  outcome: z
    .enum(['taken', 'granted', 'declined'])
    .nullable()
    .describe(
      'taken: work goes on without asking. null: a change beyond the included ones waits for the team',
    ),
  reason: z.string().describe('why it was declined; may be empty'),
  decidedAt: z.string().nullable(),
  dueBy: z.string().nullable().describe('of warranty work: its own date'),
  closedAt: z.string().nullable().describe('delivered anew, declined, or ended with the order'),
})
export type DeliveryRequest = z.infer<typeof DeliveryRequest>

export const Work = z.object({
  state: WorkState,
  acceptBy: z
    .string()
    .nullable()
    .describe('when what is delivered is accepted by time; null where that time does not run'),
  endedBy: z
    .enum(['customer', 'time', 'team'])
    .nullable()
    .describe('of a completed order: who or what accepted it; team: closed without an acceptance'),
  warrantyUntil: z.string().nullable().describe('of a completed order'),
  includedChanges: z.int().nullable().describe('null: not counted'),
  usedChanges: z.int(),
  requests: z.array(DeliveryRequest).describe('oldest first'),
  dates: OrderDates,
})
export type Work = z.infer<typeof Work>

/** The work on an order and its deliveries, oldest first. */
export const OrderWork = z.object({ work: Work, deliveries: z.array(Delivery) })
export type OrderWork = z.infer<typeof OrderWork>

export const WebAddress = boundedText({ max: 500, label: 'Link' }).check(
  z.refine(isWebAddress, 'Link must begin with https:// or http://'),
)

function isWebAddress(text: string): boolean {
  return isUrl(text) && ['https:', 'http:'].includes(new URL(text).protocol)
}

/** Complete uploads of the person who delivers. */
export const DeliveredFiles = z
  .array(z.uuid())
  .max(MOST_FILES, `A delivery has at most ${MOST_FILES} files`)
  .optional()

export const DeliverBody = z
  .object({
    note: z.optional(boundedText({ max: LONGEST_DELIVERY_NOTE, label: 'Note', isLong: true })),
    links: z.array(WebAddress).max(MOST_DELIVERY_LINKS, `At most ${MOST_DELIVERY_LINKS} links`).optional(),
    fileIds: DeliveredFiles,
  })
  .refine(({ note, links, fileIds }) => note || links?.length || fileIds?.length, {
    path: ['note'],
    message: 'Please write a note, or add a link or a file',
  })
export type DeliverBody = z.infer<typeof DeliverBody>

export const DeliveryParams = IdParams.extend({
  number: IdParams.shape.id.describe('of the delivery, in its order'),
})

export const RequestBody = z
  .object({
    kind: RequestKind,
    text: z.optional(boundedText({ max: LONGEST_REQUEST, label: 'Text', isLong: true })),
  })
  .refine(({ kind, text }) => kind === 'fault' || text, {
    path: ['text'],
    message: 'Please describe the change',
  })
export type RequestBody = z.infer<typeof RequestBody>

export const RequestParams = IdParams.extend({ requestId: IdParams.shape.id.describe('of the request') })

export const DecideBody = z
  .object({
    decision: z.enum(['granted', 'declined'], 'decision must be granted or declined'),
    reason: z.optional(boundedText({ max: 2000, label: 'Reason', isLong: true })),
  })
  .refine(({ decision, reason }) => decision === 'granted' || reason, {
    path: ['reason'],
    message: 'Please give a reason',
  })
export type DecideBody = z.infer<typeof DecideBody>
