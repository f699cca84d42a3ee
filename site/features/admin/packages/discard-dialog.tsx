import { ConfirmDialog } from './confirm-dialog.tsx'

/** Leaving with changes that are not saved. */
export function DiscardDialog({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <ConfirmDialog
      title="Discard your changes?"
      cancel="Keep editing"
      confirm="Discard changes"
      onCancel={onStay}
      onConfirm={onDiscard}
    >
      What you changed here is not saved.
    </ConfirmDialog>
  )
}

/** Says that an edit of another time goes on, and offers to begin again. */
export function ResumedNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className="mb-6 flex flex-wrap items-center justify-between gap-x-4 rounded border border-line bg-accent-soft py-1 pl-4 pr-2 text-sm text-ink">
      <span className="py-2">Your changes from before are still here. They are not saved yet.</span>
      <button
        type="button"
        onClick={onStartOver}
        className="min-h-target rounded px-2 font-medium text-accent-strong hover:underline hover:underline-offset-4"
      >
        Start over
      </button>
    </p>
  )
}
