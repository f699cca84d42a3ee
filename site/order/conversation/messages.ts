/** The shown messages of a conversation: how pages and changes come together, and how they stand in days and runs. */
import type { Conversation, Message, MessageRole } from '#api/contract/orders/conversation.ts'

export const LONGEST_MESSAGE = 5000

/** Customers know one team, whoever of it writes. */
export const ROLES: Readonly<Record<MessageRole, string>> = {
  customer: 'Customer',
  staff: 'Team',
  admin: 'Team',
}

/**
 * Takes in the latest messages. Whatever comes twice is shown once, as it is now. If more came than one page holds, those in
 * between are unknown: the page then begins anew, and the others are reached as all earlier ones.
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

/** Puts a page in front of the messages that are shown. */
export function takeEarlier(shown: Conversation, page: Conversation): Conversation {
  const first = shown.messages[0]?.id ?? Number.POSITIVE_INFINITY
  const earlier = page.messages.filter(({ id }) => id < first)
  return { ...shown, messages: [...earlier, ...shown.messages], hasEarlier: page.hasEarlier }
}

/** Adds a message, or puts it in the place of what it was before. */
export function takeOne(shown: Conversation, message: Message): Conversation {
  const others = shown.messages.filter(({ id }) => id !== message.id)
  return { ...shown, messages: [...others, message].sort((one, other) => one.id - other.id) }
}

/** @returns the first message by somebody else that was written after `readUpTo` */
export function findFirstNew(messages: readonly Message[], readUpTo: number): Message | undefined {
  return messages.find(({ id, isOwn }) => id > readUpTo && !isOwn)
}

/** Messages of one person within this time stand under one name. */
const RUN_MS = 10 * 60_000

export interface Day {
  /** The moment of its first message. */
  at: string
  messages: { message: Message; startsRun: boolean }[]
}

/** By the days of the reader's own clock. @param firstNewId starts a run, because a line stands above it */
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
