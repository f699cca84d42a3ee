/** What of the orders can wait for an admin, in the order in which it is shown. Free of zod, so that pages can load it. */
interface AttentionRules {
  label: string
  /** Of the list that it leads to, which begins with what has waited longest. */
  sort: 'createdAt' | 'promisedBy'
}

export const ORDER_ATTENTION = {
  overdue: { label: 'Overdue', sort: 'promisedBy' },
  dueSoon: { label: 'Due in 3 days', sort: 'promisedBy' },
  unassigned: { label: 'Unassigned', sort: 'createdAt' },
  readyToClose: { label: 'Ready to close', sort: 'promisedBy' },
  awaitsAnswers: { label: 'Waits for answers', sort: 'createdAt' },
} as const satisfies Record<string, AttentionRules>

export type OrderAttention = keyof typeof ORDER_ATTENTION
export const ORDER_ATTENTIONS = Object.keys(ORDER_ATTENTION) as OrderAttention[]
