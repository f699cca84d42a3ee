import type { UploadedPicture } from '#api/contract/catalogue/packages.ts'
import { LARGEST_UPLOAD_BYTES } from '#api/rules/order-work/uploads.ts'
import { readMessage } from '#site/kit/client/refusals.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'

export const NOT_READY_MESSAGE = 'The picture isn’t ready yet'

const ASK_AGAIN_AFTER_MS = 700

/** Its message is shown to the admin. */
class UnusablePicture extends Error {}

let uploads = 0

/** Whether a picture is uploading. Forms wait for it before they save. */
export const isUploading = () => uploads > 0

/**
 * @param options.onSent called once the file is uploaded; the worker may then still have to prepare it
 * @returns the picture's URL, once its files are ready
 * @throws UnusablePicture, and as callAdminApi does
 */
export async function uploadPicture(
  file: File,
  { onSent, signal }: { onSent: () => void; signal: AbortSignal },
): Promise<string> {
  uploads += 1
  try {
    // The server would cut off a larger upload without giving a reason.
    if (file.size > LARGEST_UPLOAD_BYTES)
      throw new UnusablePicture('The picture is larger than 8 MB. Please make it smaller first.')
    let picture = await callAdminApi<UploadedPicture>('/api/admin/pictures', {
      method: 'POST',
      body: file,
      signal,
    })
    onSent()
    // biome-ignore lint/plugin: a picture is worked on, or it is not
    while (picture.state === 'waiting') {
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS))
      picture = await callAdminApi<UploadedPicture>(`/api/admin/pictures/${picture.id}`, { signal })
    }
    if (picture.imageUrl === null) throw new UnusablePicture(picture.refusal ?? '')
    return picture.imageUrl
  } finally {
    uploads -= 1
  }
}

export function explainUpload(error: unknown): string {
  if (error instanceof UnusablePicture) return error.message
  return readMessage(error) ?? 'The picture couldn’t be uploaded. Please try again.'
}
