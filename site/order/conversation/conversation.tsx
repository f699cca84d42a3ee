/** The conversation of an order, shared by its customer and the team. The team also sees its internal notes. */
import { brand } from 'virtual:content'
import { Lock, MessagesSquare } from 'lucide-react'
import { type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Message } from '#api/contract/orders/conversation.ts'
import type { SavedReply } from '#api/contract/orders/saved-replies.ts'
import { fillReply, type ReplyFacts } from '#api/rules/order-work/saved-replies.ts'
import { ENDED_ORDER_DAYS } from '#api/rules/periods.ts'
import { callApi } from '#site/kit/client/api.ts'
import { useFetched } from '#site/kit/client/use-fetched.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Segments } from '#site/kit/ui/primitives/segments.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { type Call, useConversation } from '#site/order/use-conversation.ts'
import { MessageList } from './message-list.tsx'
import { ReplyNotice, WaitingMailNotice } from './reply-notices.tsx'
import { WriteForm } from './write-form.tsx'

interface ConversationProps {
  orderId: number
  /** Set for the team, which also reads and writes notes: the facts of the order that fill in its saved replies. */
  team?: ReplyFacts
  /** The area's `callApi`, which also handles refusals. Must be a stable function. */
  call?: Call
  /** Is given a function that leads to the field for a message. */
  write?: Ref<() => void> | undefined
}

export function Conversation({ orderId, team, call = callApi, write }: ConversationProps) {
  const isTeam = team !== undefined
  const { conversation, error, refresh, put, showEarlier, markRead, endWait, endMail } = useConversation(
    orderId,
    call,
  )
  const list = useRef<HTMLElement>(null)
  /** Called before a notice disappears whose button has the focus. */
  const focusList = () => list.current?.focus({ preventScroll: true })
  return (
    <Card
      title="Conversation"
      isDense={isTeam}
      actions={
        conversation &&
        Boolean(error) && (
          <p role="status" className="text-sm text-caution">
            Newer messages may be missing
          </p>
        )
      }
    >
      {!conversation && Boolean(error) && (
        <LoadFailed title="The conversation didn’t load" error={error} onRetry={() => void refresh()} />
      )}
      {!conversation && !error && (
        <Loading className="flex flex-col gap-4 px-5 py-6 sm:px-6">
          <Skeleton className="h-16 w-3/4" />
          <Skeleton className="h-16 w-3/4 self-end" />
          <Skeleton className="mt-4 h-28" />
        </Loading>
      )}
      {conversation && (
        <>
          {isTeam && conversation.awaitsReplySince && (
            <ReplyNotice
              since={conversation.awaitsReplySince}
              onEnd={async () => {
                await endWait()
                focusList()
                showToast('Marked as Answered')
              }}
            />
          )}
          {conversation.messages.length === 0 ? (
            !conversation.isOver && <Empty isTeam={isTeam} canWrite={conversation.canWrite} />
          ) : (
            <MessageList
              scroller={list}
              conversation={conversation}
              call={call}
              onChanged={put}
              onRead={markRead}
              onShowEarlier={showEarlier}
            />
          )}
          {(conversation.waitingMails ?? []).map((mail) => (
            <WaitingMailNotice
              key={mail.id}
              mail={mail}
              call={call}
              onPosted={put}
              onEnded={(id) => {
                focusList()
                endMail(id)
              }}
            />
          ))}
          {conversation.isOver && (
            <p className="-mt-px border-t border-line px-5 py-4 text-sm text-ink-quiet sm:px-6">
              This order ended more than {ENDED_ORDER_DAYS} days ago. Write to{' '}
              <span translate="no">{brand.email.support}</span> if you still need something.
            </p>
          )}
          {conversation.canWrite && (
            <MessageBox
              orderId={orderId}
              team={team}
              canBlock={conversation.canBlock}
              isSticky={conversation.messages.length > 0}
              call={call}
              onSent={put}
              write={write}
            />
          )}
        </>
      )}
    </Card>
  )
}

function Empty({ isTeam, canWrite }: { isTeam: boolean; canWrite: boolean }) {
  if (!canWrite) {
    return (
      <EmptyState icon={MessagesSquare} title="Nobody to write to yet">
        You can write to the customer once the order is paid and belongs to an account.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={MessagesSquare}
      title={isTeam ? 'No messages yet' : 'Questions? Write to your team here'}
    >
      {isTeam
        ? 'The customer sees your messages here, and by email if they’re away.'
        : 'The people working on your order read it and reply here.'}
    </EmptyState>
  )
}

interface MessageBoxProps {
  orderId: number
  /** undefined for the customer, who has neither notes nor saved replies. */
  team: ReplyFacts | undefined
  /** Whether the message may be marked as one that blocks the team until it is answered. */
  canBlock: boolean
  /** Sticks to the bottom of a phone's screen while the list is in view; on wider screens the list leaves room for it. */
  isSticky: boolean
  call: Call
  onSent: (message: Message) => void
  write: ConversationProps['write']
}

/** The form for a message or a note, with the switch between both. */
function MessageBox({ orderId, team, canBlock, isSticky, call, onSent, write }: MessageBoxProps) {
  const [kind, setKind] = useState<'message' | 'note'>('message')
  const box = useRef<HTMLDivElement>(null)
  useImperativeHandle(write, () => () => {
    flushSync(() => setKind('message'))
    box.current?.querySelector('textarea')?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  })
  const isTeam = team !== undefined
  const fetch = useCallback(
    async (signal: AbortSignal) => (isTeam ? call<SavedReply[]>('/api/saved-replies', { signal }) : []),
    [call, isTeam],
  )
  const { data: replies = [] } = useFetched(fetch)
  return (
    <div
      ref={box}
      className={`no-print ${isSticky ? 'z-10 max-lg:[[data-list-in-view]>&]:sticky max-lg:[[data-list-in-view]>&]:bottom-0' : ''} rounded-b-lg border-t px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] pt-3 sm:px-5 ${
        kind === 'note' ? 'border-caution/40 bg-caution-soft' : 'border-line bg-ground-raised'
      }`}
    >
      {isTeam && (
        <Segments
          legend="Who can read this"
          name={`kind-${orderId}`}
          options={{
            message: (
              <>
                Message<span className="-ml-1.5 max-sm:sr-only">&nbsp;to the customer</span>
              </>
            ),
            note: (
              <>
                <Lock aria-hidden="true" className="size-3.5" />
                Team-only note
              </>
            ),
          }}
          value={kind}
          onChange={setKind}
          className="mb-3 flex sm:w-fit"
          optionClassName="min-h-target flex-1 [@media(pointer:fine)]:min-h-8"
        />
      )}
      <WriteForm
        // A note has its own draft, so that it never turns into a message.
        key={kind}
        orderId={orderId}
        isTeam={isTeam}
        isTeamOnly={kind === 'note'}
        canBlock={canBlock && kind === 'message'}
        replies={team ? replies.map((reply) => ({ ...reply, text: fillReply(reply.text, team) })) : []}
        call={call}
        onSent={onSent}
      />
    </div>
  )
}
