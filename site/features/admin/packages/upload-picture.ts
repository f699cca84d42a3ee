import type { UploadedPicture } from '../../../../api/contract/packages.ts'
import {
  LARGEST_UPLOAD_BYTES,
  LARGEST_UPLOAD_PIXELS,
  PICTURE_SIZE,
} from '../../../../api/rules/order-work/uploads.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { type Crop, isLargeEnough } from './crop.ts'

const ASK_AGAIN_AFTER_MS = 700

/** The message is shown to the admin. */
export class UnusablePicture extends Error {}

/** Checks a file in the browser before it is sent. The publisher checks it again. @throws UnusablePicture */
export async function readPicture(file: File): Promise<ImageBitmap> {
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
export async function uploadPicture(
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
