import { ImageUp } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { UploadedPicture } from '../../../../api/contract/packages.ts'
import {
  LARGEST_UPLOAD_BYTES,
  LARGEST_UPLOAD_PIXELS,
  PICTURE_SIZE,
  UPLOAD_LIMITS,
  UPLOAD_TYPES,
} from '../../../../api/rules/order-work/uploads.ts'
import { readMessage } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { useSlow } from '../list/use-figure.ts'
import { type Crop, Cropper, cropMiddle, isLargeEnough } from './cropper.tsx'
import { Refusal } from './refusal.tsx'

interface PictureDialogProps {
  /** Undefined until a file is chosen. */
  file: File | undefined
  onFile: (file: File) => void
  onClose: () => void
  onReady: (imageUrl: string) => void
}

/** Uploads a picture, cut to the shape of a card. The dialog itself says why a picture is refused. */
export function PictureDialog({ file, onFile, onClose, onReady }: PictureDialogProps) {
  const [shown, setShown] = useState<{ picture: ImageBitmap; crop: Crop } | undefined>()
  const [fault, setFault] = useState('')
  const [step, setStep] = useState<'choosing' | 'uploading' | 'preparing'>('choosing')
  const input = useRef<HTMLInputElement>(null)
  const leaving = useRef(new AbortController())
  const limitsId = useId()
  const isSlow = useSlow(step === 'preparing')
  const isBusy = step !== 'choosing'

  useEffect(() => {
    if (!file) return
    let isOver = false
    setShown(undefined)
    setFault('')
    readPicture(file).then(
      (picture) => !isOver && setShown({ picture, crop: cropMiddle(picture) }),
      (error: unknown) => !isOver && setFault(explain(error)),
    )
    return () => {
      isOver = true
    }
  }, [file])

  async function upload(): Promise<void> {
    if (!file || !shown) return
    setFault('')
    setStep('uploading')
    leaving.current = new AbortController()
    const { signal } = leaving.current
    try {
      onReady(await uploadPicture({ file, crop: shown.crop }, { onSent: () => setStep('preparing'), signal }))
    } catch (error) {
      if (signal.aborted) return
      setFault(explain(error))
      setStep('choosing')
    }
  }

  function close(): void {
    leaving.current.abort()
    onClose()
  }

  const chooser = (
    <input
      ref={input}
      type="file"
      accept={UPLOAD_TYPES.join()}
      aria-label="Picture file"
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        const [chosen] = event.target.files ?? []
        // So that the same file can be chosen again.
        event.target.value = ''
        if (chosen) onFile(chosen)
      }}
    />
  )
  // Drawn outside the form of the package, because Enter in the dialog must not submit that form.
  return createPortal(
    <Dialog
      onClose={close}
      title="Upload a picture"
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={close} className="max-sm:flex-1">
            Cancel
          </Button>
          <Button
            busy={isBusy}
            disabled={!shown}
            onClick={() => void upload()}
            className="min-w-40 max-sm:flex-1"
          >
            {step === 'uploading' ? 'Uploading...' : step === 'preparing' ? 'Preparing...' : 'Use Picture'}
          </Button>
        </div>
      }
    >
      {chooser}
      <div className="space-y-4">
        {fault && <Refusal>{fault}</Refusal>}
        {shown ? (
          <Cropper
            picture={shown.picture}
            crop={shown.crop}
            disabled={isBusy}
            onChange={(crop) => setShown({ ...shown, crop })}
          />
        ) : (
          <div className="grid aspect-[16/10] w-full place-content-center justify-items-center gap-3 rounded-lg border border-dashed border-line-strong bg-ground-quiet px-6 text-center text-sm text-ink-quiet">
            <ImageUp aria-hidden="true" className="size-8" />
            <p>Drop a picture here, paste one, or choose a file.</p>
            <Button variant="secondary" aria-describedby={limitsId} onClick={() => input.current?.click()}>
              Choose File
            </Button>
          </div>
        )}
        <div className="flex min-h-target flex-wrap items-center justify-between gap-x-4 text-sm text-ink-quiet">
          {shown ? (
            <p role="status" className="tabular-nums">
              {isSlow
                ? 'The picture waits for its turn.'
                : `Shows ${shown.crop.width} × ${shown.crop.height} of ${shown.picture.width} × ${shown.picture.height} pixels.`}
            </p>
          ) : (
            <p id={limitsId}>{UPLOAD_LIMITS}.</p>
          )}
          {shown && !isBusy && (
            <button
              type="button"
              onClick={() => input.current?.click()}
              className="-mx-2 min-h-target rounded px-2 font-medium text-accent-strong hover:underline hover:underline-offset-4"
            >
              Choose another file
            </button>
          )}
        </div>
      </div>
    </Dialog>,
    document.body,
  )
}

function explain(error: unknown): string {
  if (error instanceof UnusablePicture) return error.message
  return readMessage(error) ?? 'The picture could not be uploaded. Please try again.'
}

const ASK_AGAIN_AFTER_MS = 700

/** The message is shown to the admin. */
class UnusablePicture extends Error {}

/** Checks a file in the browser before it is sent. The publisher checks it again. @throws UnusablePicture */
async function readPicture(file: File): Promise<ImageBitmap> {
  if (file.size > LARGEST_UPLOAD_BYTES) {
    throw new UnusablePicture('The picture has more than 8 MB. Please make it smaller first.')
  }
  const picture = await createImageBitmap(file).catch(() => {
    throw new UnusablePicture(
      'Your browser cannot show this file as a picture. Please choose a JPEG, PNG, WebP or AVIF.',
    )
  })
  const { width, height } = picture
  if (!isLargeEnough(picture)) {
    throw new UnusablePicture(
      `The picture has ${width} × ${height} pixels. It needs at least ${PICTURE_SIZE.width} × ${PICTURE_SIZE.height}.`,
    )
  }
  if (width * height > LARGEST_UPLOAD_PIXELS) {
    throw new UnusablePicture('The picture has more than 50 million pixels. Please make it smaller first.')
  }
  return picture
}

/** @returns the address of the picture, once its files are ready @throws UnusablePicture, and as callApi does */
async function uploadPicture(
  { file, crop }: { file: File; crop: Crop },
  { onSent, signal }: { onSent: () => void; signal: AbortSignal },
): Promise<string> {
  const query = new URLSearchParams(Object.entries(crop).map(([name, pixels]) => [name, String(pixels)]))
  let picture = await callAdminApi<UploadedPicture>(`/api/admin/pictures?${query}`, {
    method: 'POST',
    body: file,
    signal,
  })
  onSent()
  while (picture.state === 'waiting') {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS))
    picture = await callAdminApi<UploadedPicture>(`/api/admin/pictures/${picture.id}`, { signal })
  }
  if (picture.imageUrl === null) throw new UnusablePicture(picture.refusal ?? '')
  return picture.imageUrl
}
