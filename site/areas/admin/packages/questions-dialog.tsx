import { useState } from 'react'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import { readIssues } from '#site/kit/client/refusals.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { EditDialog } from '#site/kit/ui/dialog/edit-dialog.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'
import { ChangedNotice, type ConflictingSave, readOtherSave } from './changed-notice.tsx'
import {
  addPending,
  checkQuestions,
  placeQuestionIssues,
  type QuestionsDraft,
  toQuestionsBody,
  toQuestionsDraft,
} from './question-list.ts'
import { QuestionsEditor } from './questions-editor.tsx'

interface QuestionsDialogProps {
  item: AdminPackage
  tools: Dialogs
  /** Receives the saved package, with the version that the next change builds on. */
  onSaved: (saved: AdminPackage) => void
}

export function QuestionsDialog({ item, tools, onSaved }: QuestionsDialogProps) {
  const [conflict, setConflict] = useState<ConflictingSave | undefined>()

  async function save(draft: QuestionsDraft): Promise<void> {
    const saved = await callAdminApi<AdminPackage>(`/api/admin/packages/${item.id}`, {
      method: 'PUT',
      body: toQuestionsBody(draft),
    })
    showToast('Package Updated', `The questions of ${saved.name} are saved.`)
    onSaved(saved)
    tools.finish()
  }

  function explain(error: unknown, { questions }: QuestionsDraft): Record<string, string> {
    showError('Update Failed', 'Failed to update package')
    setConflict(readOtherSave(error))
    return placeQuestionIssues(readIssues(error), questions)
  }

  return (
    <EditDialog<QuestionsDraft, Record<string, string>>
      draftKey={`questions-${item.id}`}
      initial={toQuestionsDraft(item)}
      title="Questions"
      description={`Customers who buy ${item.name} answer these after paying.`}
      legend="Questions"
      submitLabel="Save Questions"
      onClose={tools.close}
      // Also saves a question that is typed but not added yet.
      prepare={addPending}
      check={({ questions }) => checkQuestions(questions)}
      save={save}
      explain={explain}
      after={
        <p className="mt-5 text-sm text-ink-quiet">
          Existing answers keep the wording of the question they were given to.
        </p>
      }
    >
      {({ draft, errors, setDraft, change }) => (
        <>
          {conflict && (
            <ChangedNotice
              save={conflict}
              onKeep={(expectedVersion) => {
                change({ expectedVersion })
                setConflict(undefined)
              }}
            />
          )}
          <QuestionsEditor draft={draft} errors={errors} onChange={setDraft} />
        </>
      )}
    </EditDialog>
  )
}
