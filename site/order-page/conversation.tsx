/** The conversation of an order, the same for its customer and for the team, who have notes of their own in it. */
import { MessagesSquare } from 'lucide-react'
import type { ReplyFacts } from '../../api/rules/order-work/saved-replies.ts'
import { callApi } from '../client/api.ts'
import { Card } from '../ui/primitives/card.tsx'
import { EmptyState } from '../ui/primitives/empty-state.tsx'
import { LoadFailed } from '../ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '../ui/primitives/skeleton.tsx'
import { MessageBox } from './message-box.tsx'
import { MessageList } from './message-list.tsx'
import { MailReply, ReplyNotice } from './reply-notices.tsx'
import { type Call, useConversation } from './use-conversation.ts'

interface ConversationProps {
  orderId: number
  /** For the team, who read and write notes, too: what their saved replies say of the order. */
  team?: ReplyFacts
  /** The area's own, which reacts to its refusals. Always the same function. */
  call?: Call
}

export function Conversation({ orderId, team, call = callApi }: ConversationProps) {
  const isTeam = team !== undefined
  const { conversation, error, refresh, put, showEarlier, markRead, endWait, endReply } = useConversation(
    orderId,
    call,
  )
  return (
    <Card
      title="Conversation"
      isDense={isTeam}
      actions={
        conversation &&
        Boolean(error) && (
          <p role="status" className="text-sm text-caution">
            No connection: newer messages may be missing
          </p>
        )
      }
    >
      {!conversation && Boolean(error) && (
        <LoadFailed title="The conversation did not load" onRetry={() => void refresh()}>
          Check your connection and try again.
        </LoadFailed>
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
            <ReplyNotice since={conversation.awaitsReplySince} onEnd={endWait} />
          )}
          {conversation.messages.length === 0 ? (
            <Empty isTeam={isTeam} canWrite={conversation.canWrite} />
          ) : (
            <MessageList
              conversation={conversation}
              call={call}
              onChanged={put}
              onRead={markRead}
              onShowEarlier={showEarlier}
            />
          )}
          {(conversation.waitingReplies ?? []).map((reply) => (
            <MailReply key={reply.id} reply={reply} call={call} onPosted={put} onEnded={endReply} />
          ))}
          {conversation.canWrite && (
            <MessageBox
              orderId={orderId}
              team={team}
              canBlock={conversation.canBlock}
              isSticky={conversation.messages.length > 0}
              call={call}
              onSent={put}
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
        The customer can be written to here once the order is paid and belongs to an account.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={MessagesSquare}
      title={isTeam ? 'No messages yet' : 'Questions? Write to your team here'}
    >
      {isTeam
        ? 'What you write as a message reaches the customer here and, if they are not looking, by mail.'
        : 'Whoever works on your order reads it, and the reply appears here.'}
    </EmptyState>
  )
}
