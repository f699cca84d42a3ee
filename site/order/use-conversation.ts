import { useCallback, useEffect, useRef, useState } from 'react'
import type { Conversation, Message } from '#api/contract/orders/conversation.ts'
import type { callApi } from '#site/kit/client/api.ts'
import { mergeMessage, takeEarlier, takeLatest } from './conversation/messages.ts'
import { onHint, sendHint } from './live.ts'

export type Call = typeof callApi

/** The retry interval after a failed request, while the page is visible. */
const RETRY_MS = 10_000

/** The conversation of an order, kept up to date. @param call must be a stable function */
export function useConversation(orderId: number, call: Call) {
  const path = `/api/orders/${orderId}/messages`
  const [conversation, setConversation] = useState<Conversation | undefined>()
  const [error, setError] = useState<unknown>()
  /** Counts local changes: a response requested before a change may lack it, so it is fetched again. */
  const changes = useRef(0)
  const asking = useRef<{ isAsked: boolean } | undefined>(undefined)

  /** Fetches the latest messages. A call during a fetch makes it fetch once more, because the first response may be too old. */
  const refresh = useCallback(async (): Promise<void> => {
    if (asking.current) {
      asking.current.isAsked = true
      return
    }
    const turn = { isAsked: true }
    asking.current = turn
    try {
      while (turn.isAsked) {
        turn.isAsked = false
        const changesBefore = changes.current
        const latest = await call<Conversation>(path)
        if (changes.current === changesBefore) setConversation((shown) => takeLatest(shown, latest))
        else turn.isAsked = true
      }
      setError(undefined)
    } catch (reason) {
      setError(reason)
    }
    asking.current = undefined
  }, [path, call])

  useEffect(() => {
    void refresh()
    return onHint((hint) => (hint === orderId || hint === 'any') && void refresh())
  }, [refresh, orderId])

  useEffect(() => {
    if (!error) return
    const timer = setInterval(() => !document.hidden && void refresh(), RETRY_MS)
    return () => clearInterval(timer)
  }, [error, refresh])

  const change = useCallback((next: (shown: Conversation) => Conversation) => {
    changes.current += 1
    setConversation((shown) => shown && next(shown))
  }, [])

  return {
    conversation,
    /** The error of the last request. */
    error,
    refresh,
    /** Shows a message that was just written or changed, and hints to the other tabs. */
    put: useCallback(
      (message: Message) => {
        change((shown) => mergeMessage(shown, message))
        sendHint(orderId)
      },
      [change, orderId],
    ),
    /** @throws as callApi does */
    showEarlier: useCallback(
      async (before: number) => {
        const page = await call<Conversation>(`${path}?before=${before}`)
        change((shown) => takeEarlier(shown, page))
      },
      [call, path, change],
    ),
    /** Removes an incoming mail that was posted or discarded, here or elsewhere. */
    endMail: useCallback(
      (id: number) => {
        change((shown) => ({
          ...shown,
          waitingMails: shown.waitingMails.filter((mail) => mail.id !== id),
        }))
        sendHint(orderId)
      },
      [change, orderId],
    ),
    /** Ignores a failed call: the next read message reports again. */
    markRead: useCallback(
      (upTo: number) => {
        change((shown) => ({ ...shown, readUpTo: Math.max(shown.readUpTo, upTo) }))
        call(`${path}/read`, { method: 'POST', body: { upTo } }).then(
          () => sendHint(orderId),
          () => {},
        )
      },
      [call, path, change, orderId],
    ),
    /** @throws as callApi does */
    endWait: useCallback(async () => {
      await call(`${path}/no-reply`, { method: 'POST' })
      change((shown) => ({ ...shown, awaitsReplySince: null }))
      sendHint(orderId)
    }, [call, path, change, orderId]),
  }
}
