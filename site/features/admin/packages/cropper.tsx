import { ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { PICTURE_SIZE } from '../../../../api/rules/order-work/uploads.ts'

interface Size {
  width: number
  height: number
}

/**
 * The part that is cut out of a picture, in pixels of it. It has a card's shape, lies inside the picture and is large enough not
 * to be scaled up.
 */
export interface Crop extends Size {
  left: number
  top: number
}

const SHAPE = PICTURE_SIZE.width / PICTURE_SIZE.height

/** The widest cut-out of the picture, in pixels. */
const widest = ({ width, height }: Size) => Math.min(width, height * SHAPE)

export function isLargeEnough({ width, height }: Size): boolean {
  return width >= PICTURE_SIZE.width && height >= PICTURE_SIZE.height
}

/** The largest zoom that the picture allows; 1 means none. */
export const largestZoom = (picture: Size) => widest(picture) / PICTURE_SIZE.width

export const zoomOf = (picture: Size, crop: Crop) => widest(picture) / crop.width

/** @returns the largest cut-out, from the middle of the picture */
export function cropMiddle(picture: Size): Crop {
  return place(picture, { x: picture.width / 2, y: picture.height / 2, width: widest(picture) })
}

/** @param by the distance, measured in widths and heights of the cut-out */
export function move(picture: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { x, y } = middleOf(crop)
  return place(picture, { x: x + by.x * crop.width, y: y + by.y * crop.height, width: crop.width })
}

/** Zooms around the middle of the cut-out, as far as the edges of the picture allow. */
export function zoomTo(picture: Size, crop: Crop, zoom: number): Crop {
  return place(picture, { ...middleOf(crop), width: widest(picture) / zoom })
}

const middleOf = ({ left, top, width, height }: Crop) => ({ x: left + width / 2, y: top + height / 2 })

/** @returns the cut-out of whole pixels inside the picture that is nearest to the wanted one */
function place(picture: Size, wanted: { x: number; y: number; width: number }): Crop {
  const width = Math.floor(clamp(wanted.width, PICTURE_SIZE.width, widest(picture)))
  const height = Math.floor(width / SHAPE)
  return {
    left: Math.round(clamp(wanted.x - width / 2, 0, picture.width - width)),
    top: Math.round(clamp(wanted.y - height / 2, 0, picture.height - height)),
    width,
    height,
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** How far an arrow key moves the picture, as a part of the cut-out's size. */
const STEP = 0.02
const LARGE_STEP = 0.1
const ZOOM_STEP = 1.1

const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

interface CropperProps {
  picture: ImageBitmap
  crop: Crop
  disabled: boolean
  onChange: (crop: Crop) => void
}

/** Shows the part of a picture that will be cut out. The picture is moved by dragging or by keys, and zoomed. */
export function Cropper({ picture, crop, disabled, onChange }: CropperProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragged = useRef<{ x: number; y: number } | undefined>(undefined)
  const id = useId()
  const most = largestZoom(picture)
  const zoom = (by: number) => onChange(zoomTo(picture, crop, zoomOf(picture, crop) * by))

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { width, height } = context.canvas
    context.imageSmoothingQuality = 'high'
    context.clearRect(0, 0, width, height)
    context.drawImage(picture, crop.left, crop.top, crop.width, crop.height, 0, 0, width, height)
  }, [picture, crop])

  function drag(event: PointerEvent<HTMLElement>): void {
    const from = dragged.current
    if (!from) return
    const { width, height } = event.currentTarget.getBoundingClientRect()
    dragged.current = { x: event.clientX, y: event.clientY }
    onChange(
      move(picture, crop, { x: (from.x - event.clientX) / width, y: (from.y - event.clientY) / height }),
    )
  }

  function press(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key]
    const step = event.shiftKey ? LARGE_STEP : STEP
    if (arrow) onChange(move(picture, crop, { x: arrow.x * step, y: arrow.y * step }))
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP)
    else if (event.key === '-') zoom(1 / ZOOM_STEP)
    else return
    event.preventDefault()
  }

  return (
    <div className="space-y-3">
      <button
        type="button"
        aria-label="Cut-out of the picture"
        aria-describedby={`${id}-hint`}
        disabled={disabled}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragged.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragged.current = undefined
        }}
        onPointerCancel={() => {
          dragged.current = undefined
        }}
        className="relative block w-full cursor-grab touch-none overflow-hidden rounded-lg border border-line bg-ground-quiet focus-visible:outline focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent active:cursor-grabbing disabled:cursor-wait"
      >
        <canvas
          ref={canvas}
          width={PICTURE_SIZE.width}
          height={PICTURE_SIZE.height}
          className="block aspect-[16/10] w-full"
        />
      </button>
      <div className="flex items-center gap-3 text-ink-quiet">
        <ZoomOut aria-hidden="true" className="size-5 shrink-0" />
        <input
          type="range"
          aria-label="Zoom"
          min={1}
          max={most}
          step="any"
          value={zoomOf(picture, crop)}
          disabled={disabled || most < 1.01}
          onChange={(event) => onChange(zoomTo(picture, crop, Number(event.target.value)))}
          className="h-11 min-w-0 flex-1 cursor-pointer accent-accent-strong disabled:cursor-not-allowed"
        />
        <ZoomIn aria-hidden="true" className="size-5 shrink-0" />
      </div>
      <p id={`${id}-hint`} className="text-sm text-ink-quiet">
        Drag the picture, or use the arrow keys and + and −.
      </p>
    </div>
  )
}
