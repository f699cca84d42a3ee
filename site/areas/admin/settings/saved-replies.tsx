import { MessageSquareText } from 'lucide-react'
import type { SavedReply, SavedReplyBody } from '#api/contract/orders/saved-replies.ts'
import { PLACEHOLDERS } from '#api/rules/order-work/saved-replies.ts'
import { RowButton } from '#site/areas/admin/list/cells.tsx'
import { RemoveDialog, SettingsList } from '#site/areas/admin/list/settings-list.tsx'
import { readConflict, readFieldErrors } from '#site/kit/client/refusals.ts'
import { createFigureStore, saveRecord } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { bindText, EditDialog, type FieldErrors } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { type Dialogs, useDialog } from '#site/kit/ui/use-dialog.ts'

const PATH = '/api/admin/saved-replies'
const $replies = createFigureStore<SavedReply[]>(['/api/saved-replies'])

/** The team's saved replies for conversations about orders. */
export function Panel() {
  const [dialog, tools] = useDialog($replies.revalidate)
  const { open } = tools

  const askToDelete = ({ id, title }: SavedReply) =>
    open(
      <RemoveDialog
        title="Delete this reply?"
        confirm="Delete"
        tools={tools}
        path={`${PATH}/${id}`}
        done={['Reply Deleted', title]}
        failed={['Update Failed', 'The reply couldn’t be deleted. Please try again.']}
      >
        Messages written with ‘{title}’ stay as they are.
      </RemoveDialog>,
    )

  return (
    <SettingsList
      title="Saved replies"
      text="For staff and admins. Type / at the start of a line in a message to insert one."
      label="Saved replies"
      store={$replies}
      failure="The replies didn’t load"
      addLabel="New reply"
      onAdd={() => open(<ReplyDialog tools={tools} />)}
      empty={{
        icon: MessageSquareText,
        title: 'No replies yet',
        children:
          'Save what the team writes often. The customer’s name, package and date are filled in for you.',
      }}
      renderItem={(reply) => {
        const look = { of: reply.title, className: 'max-sm:grow' }
        return (
          <>
            <div className="min-w-0 max-w-text flex-1 basis-72 [overflow-wrap:anywhere]">
              <p className="font-medium text-ink">{reply.title}</p>
              <p className="mt-1 line-clamp-3 whitespace-pre-line text-sm text-ink-quiet">{reply.text}</p>
            </div>
            <div className="flex gap-2 max-sm:w-full">
              <RowButton
                label="Edit"
                {...look}
                onClick={() => open(<ReplyDialog reply={reply} tools={tools} />)}
              />
              <RowButton variant="ghost" label="Delete" {...look} onClick={() => askToDelete(reply)} />
            </div>
          </>
        )
      }}
    >
      {dialog}
    </SettingsList>
  )
}

function ReplyDialog({ reply, tools }: { reply?: SavedReply; tools: Dialogs }) {
  return (
    <EditDialog<SavedReplyBody, FieldErrors<SavedReplyBody>>
      draftKey={`reply-${reply?.id ?? 'new'}`}
      initial={{ title: reply?.title ?? '', text: reply?.text ?? '' }}
      title={reply ? 'Edit reply' : 'New reply'}
      legend="Reply"
      submitLabel={reply ? 'Save Changes' : 'Create Reply'}
      className="grid gap-5"
      onClose={tools.close}
      check={({ title, text }) => ({
        ...(!title.trim() && { title: 'Title is required' }),
        ...(!text.trim() && { text: 'Text is required' }),
      })}
      save={async (body) => {
        await saveRecord(PATH, reply?.id, body)
        showToast(reply ? 'Reply Updated' : 'Reply Added', body.title)
        tools.finish()
      }}
      explain={(error) => {
        showError('Update Failed', readConflict(error) ?? 'The reply couldn’t be saved.')
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
            hint={`Filled in from the order: ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')} (the promised date).`}
          />
        </>
      )}
    </EditDialog>
  )
}
