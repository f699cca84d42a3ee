/** The shown messages of a conversation: merges pages and changes, and groups messages by day and by writer. */
import type { Conversation, Message, MessageRole } from '#api/contract/orders/conversation.ts'

export const LONGEST_MESSAGE = 5000

/** To customers there is one team, whoever writes. */
export const ROLES: Readonly<Record<MessageRole, string>> = {
  customer: 'Customer',
  staff: 'Team',
  admin: 'Team',
}

/**
 * Merges the latest page into the shown messages; the page wins over older versions of the same messages. If there is a gap
 * between both, because more messages arrived than a page holds, only the latest page stays, and 'Show earlier' loads the rest.
 */
export function takeLatest(shown: Conversation | undefined, latest: Conversation): Conversation {
  const [first] = latest.messages
  if (!shown || !first) return latest
  const readUpTo = Math.max(shown.readUpTo, latest.readUpTo)
  const earlier = shown.messages.filter(({ id }) => id < first.id)
  const isConnected = shown.messages.some(({ id }) => id >= first.id)
  if (!latest.hasEarlier || !isConnected || earlier.length === 0) return { ...latest, readUpTo }
  return { ...latest, readUpTo, messages: [...earlier, ...latest.messages], hasEarlier: shown.hasEarlier }
}

export function takeEarlier(shown: Conversation, page: Conversation): Conversation {
  const first = shown.messages[0]?.id ?? Number.POSITIVE_INFINITY
  const earlier = page.messages.filter(({ id }) => id < first)
  return { ...shown, messages: [...earlier, ...shown.messages], hasEarlier: page.hasEarlier }
}

/** Adds a message, or replaces its earlier version. */
export function mergeMessage(shown: Conversation, message: Message): Conversation {
  const others = shown.messages.filter(({ id }) => id !== message.id)
  return { ...shown, messages: [...others, message].sort((one, other) => one.id - other.id) }
}

/** @returns the first message by somebody else that was written after `readUpTo` */
export function findFirstNew(messages: readonly Message[], readUpTo: number): Message | undefined {
  return messages.find(({ id, isOwn }) => id > readUpTo && !isOwn)
}

/** Messages by one person within this time stand under one name. */
const RUN_MS = 10 * 60_000

export interface Day {
  /** When its first message was written. */
  at: string
  messages: { message: Message; startsRun: boolean }[]
}

/** Groups by days in the reader's time zone. @param firstNewId starts a new run, because a line stands above it */
export function groupByDay(messages: readonly Message[], firstNewId?: number): Day[] {
  const days: Day[] = []
  let before: Message | undefined
  for (const message of messages) {
    const isSameDay = before !== undefined && dayOf(before.createdAt) === dayOf(message.createdAt)
    if (!isSameDay) days.push({ at: message.createdAt, messages: [] })
    const startsRun =
      !isSameDay || message.id === firstNewId || before === undefined || !isOneRun(before, message)
    days.at(-1)?.messages.push({ message, startsRun })
    before = message
  }
  return days
}

const dayOf = (iso: string) => new Date(iso).toDateString()

function isOneRun(one: Message, next: Message): boolean {
  return (
    one.author.id === next.author.id &&
    one.author.role === next.author.role &&
    one.isTeamOnly === next.isTeamOnly &&
    Date.parse(next.createdAt) - Date.parse(one.createdAt) < RUN_MS
  )
}
