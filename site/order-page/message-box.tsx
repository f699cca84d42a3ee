import { Lock } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Message } from '../../api/contract/order-work/messages.ts'
import type { SavedReply } from '../../api/contract/order-work/saved-replies.ts'
import { fillReply, type ReplyFacts } from '../../api/rules/order-work/saved-replies.ts'
import { useFetched } from '../client/use-fetched.ts'
import { Segments } from '../ui/primitives/segments.tsx'
import { useShortcuts } from './shortcuts.tsx'
import type { Call } from './use-conversation.ts'
import { WriteForm } from './write-form.tsx'

interface MessageBoxProps {
  orderId: number
  /** Unset for the customer, who neither writes notes nor has saved replies. */
  team: ReplyFacts | undefined
  /** May say that the team cannot go on without an answer. */
  canBlock: boolean
  /** Stays in sight at the bottom of its conversation on a phone; on wider screens the list leaves room for it. */
  isSticky: boolean
  call: Call
  onSent: (message: Message) => void
}

/** Where a message is typed. */
export function MessageBox({ orderId, team, canBlock, isSticky, call, onSent }: MessageBoxProps) {
  const [kind, setKind] = useState<'message' | 'note'>('message')
  const isTeam = team !== undefined
  const box = useRef<HTMLDivElement>(null)
  const fetch = useCallback(
    async (signal: AbortSignal) => (isTeam ? call<SavedReply[]>('/api/saved-replies', { signal }) : []),
    [call, isTeam],
  )
  const { data: replies = [] } = useFetched(fetch)
  const write = (next: 'message' | 'note') => () => {
    flushSync(() => setKind(next))
    box.current?.querySelector('textarea')?.focus()
  }
  useShortcuts(isTeam ? { r: write('message'), n: write('note') } : {})
  return (
    <div
      ref={box}
      className={`${isSticky ? 'sticky bottom-0 z-10 lg:static' : ''} rounded-b-lg border-t px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] pt-3 sm:px-5 ${
        kind === 'note' ? 'border-caution/40 bg-caution-soft' : 'border-line bg-ground-raised'
      }`}
    >
      {isTeam && (
        <Segments
          legend="Who reads what you write"
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
        // A note has a draft of its own: what was typed as one never turns into a message.
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
