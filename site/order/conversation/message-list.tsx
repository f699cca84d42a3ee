import { ArrowDown } from 'lucide-react'
import { Fragment, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Conversation, Message } from '#api/contract/orders/conversation.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import type { Call } from '#site/order/use-conversation.ts'
import { MessageItem } from './message-item.tsx'
import { findFirstNew, groupByDay } from './messages.ts'

interface MessageListProps {
  /** A ref that the list sets to its scrolling box. */
  scroller: RefObject<HTMLElement | null>
  conversation: Conversation
  call: Call
  onChanged: (message: Message) => void
  onRead: (upTo: number) => void
  /** @throws as callApi does */
  onShowEarlier: (before: number) => Promise<void>
}

const SKIPPED = '[contain-intrinsic-size:auto_5rem] [content-visibility:auto]'
/** In pixels. Beyond this the reader has scrolled up to old messages, so new ones do not scroll the list. */
const AWAY_PX = 80

/**
 * The messages, latest at the bottom. The box lays out from the bottom up (`flex-col-reverse`), so earlier messages that load or
 * change their height do not move what is being read.
 */
export function MessageList({
  scroller,
  conversation,
  call,
  onChanged,
  onRead,
  onShowEarlier,
}: MessageListProps) {
  const { messages, hasEarlier, readUpTo } = conversation
  const line = useRef<HTMLLIElement>(null)
  /** Fixed when the conversation opens, so that the 'new messages' line does not move. */
  const [firstNewId] = useState(() => findFirstNew(messages, readUpTo)?.id)
  /** Messages before this one were loaded later. They render only in view, with an estimated height until then. */
  const [openedFrom] = useState(messages[0]?.id ?? 0)
  const [isAway, setIsAway] = useState(false)
  const earlier = useAction(onShowEarlier, () =>
    showError('Error', 'The earlier messages didn’t load. Please try again.'),
  )
  const hasNewBelow = isAway && findFirstNew(messages, readUpTo) !== undefined
  useRoom(scroller, hasNewBelow, line)
  useLatest(scroller, messages.at(-1))
  useShown(scroller, messages, readUpTo, onRead)

  return (
    <div>
      <section
        ref={scroller}
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => setIsAway(currentTarget.scrollTop < -AWAY_PX)}
        className="flex max-h-96 flex-col-reverse overflow-y-auto print:!max-h-none [overflow-anchor:none] focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
      >
        <div className="mb-auto px-4 pb-4 pt-1 sm:px-5">
          {hasEarlier && (
            <div className="flex justify-center pt-3">
              <p className="hidden text-sm print:block">Earlier messages aren’t shown.</p>
              <Button
                variant="secondary"
                // Not disabled while busy: it would take the focus back afterwards, and with it the scroll position.
                aria-busy={earlier.isBusy}
                onClick={() => messages[0] && earlier.run(messages[0].id)}
              >
                {earlier.isBusy ? 'Loading earlier messages' : 'Show earlier messages'}
              </Button>
            </div>
          )}
          {groupByDay(messages, firstNewId).map((day) => (
            <div key={day.at}>
              <h3 className="mt-5 text-center text-xs font-medium text-ink-quiet">
                <time dateTime={day.at}>{nameDay(day.at)}</time>
              </h3>
              <ol>
                {day.messages.map(({ message, startsRun }) => (
                  <Fragment key={message.id}>
                    {message.id === firstNewId && <NewLine ref={line} />}
                    <li data-message={message.id} className={message.id < openedFrom ? SKIPPED : undefined}>
                      <MessageItem
                        message={message}
                        startsRun={startsRun}
                        call={call}
                        onChanged={onChanged}
                      />
                    </li>
                  </Fragment>
                ))}
              </ol>
            </div>
          ))}
        </div>
      </section>
      {hasNewBelow && (
        <div className="flex justify-center border-t border-line py-1">
          <Button
            variant="ghost"
            icon={ArrowDown}
            className="!text-accent-strong"
            onClick={() => scroller.current?.scrollTo({ top: 0 })}
          >
            {firstNewId ? 'Jump to latest' : 'New messages'}
          </Button>
        </div>
      )}
      <Announcement latest={messages.at(-1)} />
    </div>
  )
}

function NewLine({ ref }: { ref: RefObject<HTMLLIElement | null> }) {
  return (
    <li
      ref={ref}
      className="mt-5 flex items-center gap-3 text-xs font-semibold text-accent-strong before:h-px before:flex-1 before:bg-accent/50 after:h-px after:flex-1 after:bg-accent/50"
    >
      New messages
    </li>
  )
}

/** Announces messages to screen readers that arrive while the conversation is open. */
function Announcement({ latest }: { latest: Message | undefined }) {
  const [openedAt] = useState(latest?.id)
  const isNew = latest && latest.id !== openedAt && !latest.isOwn
  return (
    <p role="status" className="sr-only">
      {isNew && `New message from ${latest.author.firstName} ${latest.author.lastName}`}
    </p>
  )
}

const LEAST_PX = 320
const LEAST_ON_DESKTOPS_PX = 384
const MOST_PX = 720
const isDesktop = () => matchMedia('(min-width: 1024px)').matches

/**
 * Sets the list's height so that the form below stays in view and covers no message: the list grows as the page scrolls down to
 * it. Only then may the form stick to the bottom. Until the reader scrolls the list, it shows the beginning of the new messages,
 * else of the last one. Measures anew when the button below the list comes or goes. Nothing moves while a mouse button is held
 * down, because the click would be lost.
 */
function useRoom(
  scroller: RefObject<HTMLElement | null>,
  hasButton: boolean,
  line: RefObject<HTMLElement | null>,
): void {
  /** Where the list was put; once the reader or a message has moved it, it stays where it is. */
  const put = useRef<{ at: number; last: Element | undefined } | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button takes room
  useLayoutEffect(() => {
    const list = scroller.current
    const frame = list?.parentElement
    const card = frame?.parentElement
    if (!list || !card) return
    let isHeld = false
    const makeRoom = () => {
      if (isHeld) return
      const last = lastOf(list)
      const isUnmoved = !put.current || (put.current.at === list.scrollTop && put.current.last === last)
      const most = Math.min(MOST_PX, innerHeight * 0.7)
      // Notices and the form.
      let below = frame.offsetHeight - list.offsetHeight
      for (let next = frame.nextElementSibling; next; next = next.nextElementSibling)
        below += next.clientHeight
      const room = innerHeight - list.getBoundingClientRect().top - below
      const least = Math.min(isDesktop() ? LEAST_ON_DESKTOPS_PX : LEAST_PX, most)
      list.style.maxHeight = `${Math.max(least, Math.min(most, room))}px`
      card.toggleAttribute('data-list-in-view', room >= least)
      if (isUnmoved) put.current = { at: beginWith(list, line.current ?? last), last }
    }
    makeRoom()
    const ended = new AbortController()
    addEventListener('scroll', makeRoom, { passive: true, signal: ended.signal })
    addEventListener('resize', makeRoom, { signal: ended.signal })
    const hold = ({ type }: Event) => {
      isHeld = type === 'pointerdown'
      // The click event fires after pointerup and before the next frame.
      if (!isHeld) requestAnimationFrame(makeRoom)
    }
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
      addEventListener(type, hold, { capture: true, signal: ended.signal })
    const observer = new ResizeObserver(makeRoom)
    for (const element of card.children) if (element !== frame) observer.observe(element)
    return () => {
      ended.abort()
      observer.disconnect()
    }
  }, [scroller, hasButton])
}

const lastOf = (list: HTMLElement) => [...list.querySelectorAll('[data-message]')].at(-1)

/** Scrolls down, but not past the beginning of an element. @returns the scroll position */
function beginWith(list: HTMLElement, element: Element | undefined): number {
  list.scrollTop = 0
  const hidden = element ? list.getBoundingClientRect().top - element.getBoundingClientRect().top : 0
  if (hidden > 0) list.scrollTop -= hidden
  return list.scrollTop
}

const find = (list: HTMLElement, id: number | undefined) => list.querySelector(`[data-message="${id}"]`)

/** Scrolls to an own message when it is sent. Somebody else's message does not move a reader who has scrolled up. */
function useLatest(scroller: RefObject<HTMLElement | null>, latest: Message | undefined): void {
  const before = useRef(latest?.id)
  useLayoutEffect(() => {
    const list = scroller.current
    const last = list && find(list, before.current)
    if (!list || !latest || latest.id === before.current) return
    if (latest.isOwn) list.scrollTop = 0
    else if (last && list.scrollTop < -AWAY_PX) {
      const end = find(list, latest.id)?.getBoundingClientRect().bottom ?? 0
      list.scrollTop -= end - last.getBoundingClientRect().bottom
    }
    before.current = latest.id
  }, [scroller, latest])
}

/** Calls `onRead` with the latest message of somebody else in view. On a hidden page nothing counts as in view. */
function useShown(
  scroller: RefObject<HTMLElement | null>,
  messages: readonly Message[],
  readUpTo: number,
  onRead: (upTo: number) => void,
): void {
  useEffect(() => {
    const unread = messages.filter(({ id, isOwn }) => id > readUpTo && !isOwn)
    if (unread.length === 0) return
    const observer = new IntersectionObserver((entries) => {
      const shown = entries
        .filter(({ isIntersecting }) => isIntersecting)
        .map(({ target }) => Number((target as HTMLElement).dataset.message))
      if (shown.length > 0 && !document.hidden) onRead(Math.max(...shown))
    })
    for (const { id } of unread) {
      const element = scroller.current && find(scroller.current, id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [scroller, messages, readUpTo, onRead])
}

const DAY_MS = 24 * 3_600_000

function nameDay(iso: string): string {
  const day = new Date(iso).toDateString()
  if (day === new Date().toDateString()) return 'Today'
  if (day === new Date(Date.now() - DAY_MS).toDateString()) return 'Yesterday'
  return formatDate(iso)
}
