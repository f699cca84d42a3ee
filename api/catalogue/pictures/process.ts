/**
 * Converts an uploaded picture to the files that pages show. Runs in the worker, because a decoder that is attacked or
 * exhausts the memory must not harm a process that serves buyers (docs/decisions/054-pictures-are-uploaded.md).
 */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Knex } from 'knex'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { removeUpload, uploadPath } from '#api/platform/http/uploads.ts'
import {
  LARGEST_UPLOAD_PIXELS,
  PICTURE_SIZE,
  PICTURE_WIDTHS,
  pictureFile,
  SHARED_SIZE,
  sharedFile,
} from '#api/rules/order-work/uploads.ts'
import type { ObjectStore } from '#db/backup/objects.ts'
import { Picture } from '#db/models/catalogue/picture.ts'
import { lockPictureFiles } from './picture.ts'

/** Part of each hash. Raise it when the settings below change: different files need different names. */
const ENCODING = 'v1'
/** More effort takes eight times as long and saves one percent. */
const AVIF = { quality: 55, effort: 2 } as const
const WEBP = { quality: 78 } as const
const JPEG = { quality: 82, mozjpeg: true } as const

const DECODE_WITHIN_SECONDS = 30
const MAGIC_BYTES = 32
const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']
const AVIF_BRANDS = ['avif', 'avis']

const NOT_A_PICTURE = 'This file is not a JPEG, PNG, WebP or AVIF picture. Please choose another one.'
const HEIC = 'Browsers cannot show HEIC pictures. Please save it as a JPEG and upload that.'
const DAMAGED = 'The picture is damaged or incomplete. Please save it again and upload that.'
const TOO_MANY_PIXELS = `The picture has more than ${LARGEST_UPLOAD_PIXELS / 1_000_000} million pixels. Please make it smaller first.`
const TOO_SMALL = `The picture is too small: it needs at least ${PICTURE_SIZE.width} × ${PICTURE_SIZE.height} pixels.`

class Refused extends Error {}

interface Processing {
  db: Knex
  objects: ObjectStore
}

/** Makes a picture's files, or refuses it. Idempotent. */
export async function processPicture({ db, objects }: Processing, pictureId: number): Promise<void> {
  const picture = await Picture.query(db).findById(pictureId)
  // biome-ignore lint/plugin: decided here alone
  if (picture?.state !== 'waiting') return
  try {
    const pixels = await objects.lookInto(uploadPath(picture.upload), decode)
    const hash = hashOf(pixels)
    await db.transaction(async (trx) => {
      // Held until the hash is stored, so that the files are not removed as unused.
      await lockPictureFiles(trx)
      await storeFiles(objects, hash, pixels)
      await picture.$query(trx).patch({ state: 'ready', hash })
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await picture.$query(db).patch({ state: 'refused', refusal: error.message })
  }
  await removeUpload(objects, picture.upload)
}

interface Pixels {
  data: Buffer
  info: OutputInfo
}

/** @returns the most salient part as sRGB pixels without metadata; for an animation, of its first frame */
async function decode(path: string): Promise<Pixels> {
  const format = await recognise(path)
  // 'error' tolerates warnings that common cameras and programs cause.
  const source = () => sharp(path, { limitInputPixels: LARGEST_UPLOAD_PIXELS, failOn: 'error' })
  try {
    const metadata = await source().metadata()
    if (metadata.format !== format) throw new Refused(NOT_A_PICTURE)
    // Size after applying the camera's rotation.
    const { width, height } = metadata.autoOrient
    if (width < PICTURE_SIZE.width || height < PICTURE_SIZE.height) throw new Refused(TOO_SMALL)
    return await source()
      .autoOrient()
      .resize({ ...PICTURE_SIZE, fit: 'cover', position: 'attention' })
      .toColourspace('srgb')
      .timeout({ seconds: DECODE_WITHIN_SECONDS })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(/pixel limit/.test(String(error)) ? TOO_MANY_PIXELS : DAMAGED, { cause: error })
  }
}

/** Detects the format by the file's first bytes. @returns its name in sharp @throws Refused for any other format */
async function recognise(path: string): Promise<'jpeg' | 'png' | 'webp' | 'heif'> {
  const file = await open(path)
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES)
    .finally(() => file.close())
  const magic = buffer.subarray(0, bytesRead)
  const text = (from: number, to: number) => magic.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp') {
    const brands = [text(8, 12), ...(text(16, MAGIC_BYTES).match(/.{4}/gs) ?? [])]
    if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'heif'
    if (brands.some((brand) => HEIC_BRANDS.includes(brand))) throw new Refused(HEIC)
  }
  throw new Refused(NOT_A_PICTURE)
}

/** @returns the first 128 bits of the pixels' SHA-256: the same picture gets the same name, however it was saved */
function hashOf({ data }: Pixels): string {
  return createHash('sha256').update(ENCODING).update(data).digest('hex').slice(0, 32)
}

async function storeFiles(objects: ObjectStore, hash: string, { data, info }: Pixels): Promise<void> {
  const { width, height, channels } = info
  const picture = () => sharp(data, { raw: { width, height, channels } })
  const put = async (name: string, encode: () => Sharp) => {
    const path = `pictures/${name}`
    if (!(await objects.exists(path))) await objects.put(path, await encode().toBuffer())
  }
  for (const width of PICTURE_WIDTHS) {
    await put(pictureFile(hash, width, 'avif'), () => picture().resize({ width }).avif(AVIF))
    await put(pictureFile(hash, width, 'webp'), () => picture().resize({ width }).webp(WEBP))
  }
  // JPEG has no transparency: transparent parts become white.
  await put(sharedFile(hash), () => picture().resize(SHARED_SIZE).flatten({ background: 'white' }).jpeg(JPEG))
}
