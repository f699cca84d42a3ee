import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { AdminPackage } from '../../../../api/contract/admin.ts'
import { ApiError } from '../../../client/api.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DiscardDialog, ResumedNotice } from './discard-dialog.tsx'
import {
  addPending,
  checkQuestions,
  placeQuestionIssues,
  type QuestionsDraft,
  toQuestionsBody,
  toQuestionsDraft,
} from './question-list.ts'
import { QuestionsEditor } from './questions-editor.tsx'
import { useKeptEdit } from './use-kept-edit.ts'

interface QuestionsDialogProps {
  item: AdminPackage
  onClose: () => void
  onSaved: (saved: AdminPackage) => void
}

export function QuestionsDialog({ item, onClose, onSaved }: QuestionsDialogProps) {
  const edit = useKeptEdit<QuestionsDraft>(`questions-${item.id}`, toQuestionsDraft(item.questions), leave)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setIsSaving] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  function leave(): void {
    if (isSaving) return
    if (edit.isChanged) setIsAsking(true)
    else onClose()
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    // A question that is typed but not added yet is meant too.
    const draft = addPending(edit.value)
    edit.setValue(draft)
    const found = checkQuestions(draft.questions)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setIsSaving(true)
    try {
      const saved = await callAdminApi<AdminPackage>(`/api/admin/packages/${item.id}`, {
        method: 'PUT',
        body: toQuestionsBody(draft.questions),
      })
      edit.forget()
      showToast('Package Updated', `The questions of ${saved.name} are saved.`)
      onSaved(saved)
    } catch (error) {
      setIsSaving(false)
      const issues = (error instanceof ApiError && error.body?.issues) || []
      setErrors(placeQuestionIssues(issues, draft.questions))
      showError('Update Failed', 'Failed to update package')
    }
  }

  return (
    <>
      <Dialog
        open
        onClose={leave}
        title="Questions"
        description={`What customers of ${item.name} are asked after they have paid.`}
        footer={
          <div className="flex justify-end gap-3">
            <Button variant="secondary" disabled={isSaving} onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={isSaving} className="min-w-40 max-sm:flex-1">
              {isSaving ? 'Saving...' : 'Save Questions'}
            </Button>
          </div>
        }
      >
        {edit.isResumed && <ResumedNotice onStartOver={edit.startOver} />}
        <form ref={form} id={formId} noValidate onSubmit={(event) => void save(event)}>
          <fieldset disabled={isSaving} className="min-w-0">
            <legend className="sr-only">Questions</legend>
            <QuestionsEditor draft={edit.value} errors={errors} onChange={edit.setValue} />
          </fieldset>
        </form>
        <p className="mt-5 text-sm text-ink-quiet">
          Answers that were given already stay with the words they were given to.
        </p>
      </Dialog>
      {isAsking && (
        <DiscardDialog
          onStay={() => setIsAsking(false)}
          onDiscard={() => {
            edit.forget()
            onClose()
          }}
        />
      )}
    </>
  )
}
