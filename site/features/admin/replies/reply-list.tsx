import { MessageSquareText, Plus, Trash2 } from 'lucide-react'
import type { SavedReply, SavedReplyBody } from '../../../../api/contract/order-work/saved-replies.ts'
import { PLACEHOLDERS } from '../../../../api/rules/order-work/saved-replies.ts'
import { readConflict, readFieldErrors } from '../../../client/refusals.ts'
import { callAdminApi, createFigureStore } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { bindText, EditDialog } from '../../../ui/dialog/edit-dialog.tsx'
import { TextAreaField, TextField } from '../../../ui/field/field.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { useDialog } from '../../../ui/use-dialog.ts'
import { RowButton } from '../list/row-button.tsx'
import { SettingsList } from '../list/settings-list.tsx'

const PATH = '/api/admin/saved-replies'
const $replies = createFigureStore<SavedReply[]>(['/api/saved-replies'])

/** The replies that the team has ready in the conversations of orders. */
export function ReplyList() {
  const [dialog, { open, close, finish }] = useDialog($replies.revalidate)
  const edit = (reply?: SavedReply) => open(<ReplyDialog reply={reply} onClose={close} onSaved={finish} />)

  const askToDelete = ({ id, title }: SavedReply) =>
    open(
      <ConfirmDialog
        title="Delete this reply?"
        confirm="Delete"
        onCancel={close}
        onConfirm={async () => {
          await callAdminApi(`${PATH}/${id}`, { method: 'DELETE' })
          showToast('Reply Deleted', title)
          finish()
        }}
        explain={() => {
          showError('Update Failed', 'The reply could not be deleted. Please try again.')
          finish()
        }}
      >
        ‘{title}’ is no longer offered. What was written with it stays.
      </ConfirmDialog>,
    )

  const add = (
    <Button icon={Plus} onClick={() => edit()}>
      Add Reply
    </Button>
  )
  return (
    <SettingsList
      title="Saved replies"
      text="For staff and admins: typing / at the start of a line of a message offers them."
      label="Saved replies"
      store={$replies}
      failure="The replies did not load"
      add={add}
      empty={
        <EmptyState icon={MessageSquareText} title="No replies yet" action={add}>
          Save what the team writes again and again. The customer’s name, package and date are filled in.
        </EmptyState>
      }
      renderItem={(reply) => (
        <>
          <div className="min-w-0 max-w-text flex-1 basis-72 [overflow-wrap:anywhere]">
            <p className="font-medium text-ink">{reply.title}</p>
            <p className="mt-1 line-clamp-3 whitespace-pre-line text-sm text-ink-quiet">{reply.text}</p>
          </div>
          <div className="flex gap-2 max-sm:w-full">
            <RowButton label="Edit" of={reply.title} className="max-sm:grow" onClick={() => edit(reply)} />
            <RowButton
              icon={Trash2}
              label="Delete"
              of={reply.title}
              className="max-sm:grow"
              onClick={() => askToDelete(reply)}
            />
          </div>
        </>
      )}
    >
      {dialog}
    </SettingsList>
  )
}

type Errors = Partial<Record<keyof SavedReplyBody, string>>

interface ReplyDialogProps {
  /** Absent for a new one. */
  reply: SavedReply | undefined
  onClose: () => void
  onSaved: () => void
}

function ReplyDialog({ reply, onClose, onSaved }: ReplyDialogProps) {
  return (
    <EditDialog<SavedReplyBody, Errors>
      draftKey={`reply-${reply?.id ?? 'new'}`}
      initial={{ title: reply?.title ?? '', text: reply?.text ?? '' }}
      title={reply ? 'Edit reply' : 'New reply'}
      legend="Reply"
      submitLabel={reply ? 'Save Changes' : 'Add Reply'}
      className="grid gap-5"
      onClose={onClose}
      check={({ title, text }) => ({
        ...(!title.trim() && { title: 'Title is required' }),
        ...(!text.trim() && { text: 'Text is required' }),
      })}
      save={async (body) => {
        await callAdminApi(reply ? `${PATH}/${reply.id}` : PATH, { method: reply ? 'PUT' : 'POST', body })
        showToast(reply ? 'Reply Updated' : 'Reply Added', body.title)
        onSaved()
      }}
      explain={(error) => {
        showError('Update Failed', readConflict(error) ?? 'The reply could not be saved.')
        return readFieldErrors(error)
      }}
    >
      {(editing) => (
        <>
          <TextField label="Title" {...bindText(editing, 'title')} required maxLength={60} />
          <TextAreaField
            label="Text"
            {...bindText(editing, 'text')}
            required
            rows={8}
            maxLength={2000}
            hint={`Filled in from the order: ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}, the promised date.`}
          />
        </>
      )}
    </EditDialog>
  )
}
