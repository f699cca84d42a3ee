import { ClipboardList } from 'lucide-react'
import type { OrderDetail } from '../../../api/contract/order-detail.ts'
import { Button } from '../../ui/button.tsx'
import { describeNextStep } from './next-step.ts'
import { nameAnswerAction } from './order-work.ts'

export function OrderNextStep({ order, onAnswer }: { order: OrderDetail; onAnswer: () => void }) {
  const { title, text, asksAnswers } = describeNextStep(order, new Date())
  return (
    <section
      aria-label="Next step"
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-lg border px-5 py-5 sm:px-6 ${
        asksAnswers ? 'border-accent/40 bg-accent-soft' : 'border-line bg-ground-raised shadow-card'
      }`}
    >
      <div className="min-w-0 max-w-text flex-1 basis-72">
        <h2 className="text-base font-semibold tracking-tight text-ink">{title}</h2>
        <p className="mt-1 text-sm leading-relaxed text-ink-quiet">{text}</p>
      </div>
      {order.status !== 'cancelled' && (
        <Button variant={asksAnswers ? 'primary' : 'secondary'} onClick={onAnswer} className="max-sm:w-full">
          <ClipboardList aria-hidden="true" className="size-4" />
          {asksAnswers ? nameAnswerAction(order) : 'Questions and answers'}
        </Button>
      )}
    </section>
  )
}
