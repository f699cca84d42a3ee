/** An order's conversation between customer and team, with notes that only the team can read. */
import * as z from 'zod'
import { FOLLOW_PARAMETERS, wholeNumber } from '#api/contract/platform/lists.ts'
import { PersonName } from '#api/contract/platform/person-name.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { MOST_FILES } from '#api/rules/order-work/uploads.ts'

export const LONGEST_MESSAGE = 5000

/** The writer's role in the order when they wrote. */
export const MessageRole = z.enum(['customer', 'staff', 'admin'])
export type MessageRole = z.infer<typeof MessageRole>

/** A run of text with the same formatting. */
export const Inline = z.object({
  text: z.string(),
  isBold: z.boolean().optional(),
  href: z.string().optional().describe('a link: https, http or mailto'),
})
export type Inline = z.infer<typeof Inline>

/** Formatted text as a tree of a few kinds, so that no page ever renders HTML from a writer. */
export const Block = z.object({
  kind: z.enum(['paragraph', 'bullets', 'numbers']),
  items: z.array(z.array(Inline)).describe('the lines of a paragraph, or the items of a list'),
})
export type Block = z.infer<typeof Block>

/** The limits of files, shown before one is chosen. */
export const FileLimits = z.object({
  largestFileBytes: z.int(),
  largestOrderBytes: z.int().describe('of all files of one order'),
})
export type FileLimits = z.infer<typeof FileLimits>

/** A file of the conversation. Its download is `/api/files/<id>`, its preview `/api/files/<id>/preview`. */
export const OrderFile = z.object({
  id: z.uuid(),
  isSent: z
    .boolean()
    .describe('with a message, an answer or a delivery; until then its uploader alone has it'),
  questionId: z.int().nullable().describe('of the question that it answers'),
  name: z.string().describe('as its uploader named it'),
  sizeBytes: z.int(),
  state: z.enum(['checking', 'ready', 'refused']).describe('only a ready file can be downloaded'),
  mediaType: z.string().nullable().describe('by its content; null until it is checked'),
  hasPreview: z.boolean(),
})
export type OrderFile = z.infer<typeof OrderFile>

export const FileList = z.object({ files: z.array(OrderFile), limits: FileLimits })
export type FileList = z.infer<typeof FileList>

export const FileParams = z.object({ id: z.uuid().describe('of the file, or of its upload') })

export const StartedUpload = z.object({ id: z.uuid() })

export const Message = z.object({
  id: z.int(),
  author: PersonName.extend({ role: MessageRole }),
  isOwn: z.boolean().describe('written by the person who asks'),
  isTeamOnly: z.boolean().describe('a note of the team; its customer never gets it'),
  isBlocking: z.boolean().describe('the team cannot go on without an answer to it'),
  text: z.string().describe('as it was typed; empty once it is withdrawn or erased'),
  blocks: z.array(Block).describe('the text as it is shown'),
  files: z.array(OrderFile).describe('sent with it, oldest first'),
  mailText: z
    .string()
    .nullable()
    .describe('of a message that came by mail: all of that mail, with what it quotes; null for others'),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  changeableUntil: z.string().nullable().describe('until when its writer may edit or withdraw it'),
})
export type Message = z.infer<typeof Message>

/** An incoming mail whose sender is not confirmed. It becomes a message once the customer confirms it. */
export const WaitingMail = z.object({
  id: z.int(),
  createdAt: z.string(),
  from: z.string().nullable().describe('the address that it names; null for the team'),
  text: z.string().nullable().describe('null for the team'),
  note: z.string().nullable().describe('the files that could not be taken; null for the team'),
  files: z.int().describe('how many came with it'),
})
export type WaitingMail = z.infer<typeof WaitingMail>

export const ConversationQuery = z.object({
  before: wholeNumber({ min: -2_147_483_647, max: 2_147_483_647, message: 'This is not an id' })
    .optional()
    .describe('only messages before this one, to page backwards'),
  ...FOLLOW_PARAMETERS,
})
export type ConversationQuery = z.infer<typeof ConversationQuery>

export const Conversation = z.object({
  messages: z
    .array(Message)
    .describe('the latest ones, oldest first; with `cursor` those that were changed, in that order'),
  waitingMails: z
    .array(WaitingMail)
    .describe('mails that came in and that the customer has to confirm, oldest first'),
  hasEarlier: z.boolean().describe('ask again with `before` for the messages before the first one'),
  readUpTo: z.int().describe('the last message that the person who asks has read; 0 without one'),
  canWrite: z.boolean().describe('false for an order without an account, and for one that was never paid'),
  isOver: z.boolean().describe('for its customer, 30 days after the order was cancelled or refunded in full'),
  canBlock: z
    .boolean()
    .describe(
      'the team may say that it cannot go on without an answer, as there is work to do and nothing is waited for yet',
    ),
  awaitsReplySince: z
    .string()
    .nullable()
    .describe('since when the customer waits for a reply of the team; null for the customer'),
})
export type Conversation = z.infer<typeof Conversation>

const EMPTY = 'Please write a message'
const messageText = (min: number) =>
  boundedText({ min, max: LONGEST_MESSAGE, label: 'Message', isLong: true, message: EMPTY })

export const SendMessageBody = z
  .object({
    text: messageText(0),
    isTeamOnly: z.boolean().default(false).describe('for the team alone; refused from a customer'),
    isBlocking: z
      .boolean()
      .default(false)
      .describe(
        'of the team, while the order is in work: the promised date stands still from 48 hours after it',
      ),
    fileIds: z
      .array(z.uuid())
      .max(MOST_FILES, `A message can have at most ${MOST_FILES} files`)
      .default([])
      .describe('complete uploads of the writer to this order; with them the text may be empty'),
    key: z.uuid().describe('made once for each message: sent twice, it is stored once'),
  })
  .refine(({ text, fileIds }) => text !== '' || fileIds.length > 0, { path: ['text'], message: EMPTY })
/** Callers may omit both lists, which have defaults. */
export type SendMessageBody = z.input<typeof SendMessageBody>

export const EditMessageBody = z.object({ text: messageText(1) })
export type EditMessageBody = z.infer<typeof EditMessageBody>

export const ReadMessagesBody = z.object({ upTo: z.int().min(1).describe('the last message that was shown') })
export type ReadMessagesBody = z.infer<typeof ReadMessagesBody>

/** The orders with messages unread by the caller. */
export const UnreadMessages = z.object({
  orders: z.array(z.object({ orderId: z.int(), count: z.int().describe('at most 100') })),
  total: z.int(),
})
export type UnreadMessages = z.infer<typeof UnreadMessages>

/** An event of the stream `GET /events`. It has no content: clients then fetch what is new. */
export const LiveEvent = z.object({ orderId: z.int() })
export type LiveEvent = z.infer<typeof LiveEvent>
