import { useLayoutEffect, useRef, useState } from 'react'
import type { PreviewMade } from '../../../../api/contract/packages.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Segments } from '../../../ui/primitives/segments.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'

export interface Previewed {
  id: number
  name: string
}

const VIEWS = { page: 'Page', card: 'Card' } as const
const DEVICES = { phone: 'Phone', desktop: 'Desktop' } as const
const WIDTHS_PX = { phone: 375, desktop: 1280 } as const
/** On a narrower screen the preview begins with the phone's width. */
const DESKTOP_FROM_PX = 768

/**
 * @param packageId undefined for a new package
 * @param body the fields to show, as a save would send them
 * @throws as callAdminApi does
 */
export async function makePreview(packageId: number | undefined, body: object): Promise<number> {
  const path = packageId === undefined ? 'package-previews' : `packages/${packageId}/preview`
  return (await callAdminApi<PreviewMade>(`/api/admin/${path}`, { method: 'POST', body })).id
}

/** Shows a package before it is saved, drawn by the server as the shop draws it. */
export function PreviewDialog({ previewed, onClose }: { previewed: Previewed; onClose: () => void }) {
  const [view, setView] = useState<keyof typeof VIEWS>('page')
  const [device, setDevice] = useState<keyof typeof DEVICES>(
    innerWidth < DESKTOP_FROM_PX ? 'phone' : 'desktop',
  )
  return (
    <Dialog size="full" title={`Preview of ${previewed.name}`} onClose={onClose}>
      <div className="flex h-[calc(100dvh-7rem)] flex-col gap-4 sm:h-[calc(90dvh-7rem)]">
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
          <Segments
            legend="What to show"
            name="preview-view"
            options={VIEWS}
            value={view}
            onChange={setView}
            optionClassName="min-h-9"
          />
          <Segments
            legend="Width"
            name="preview-device"
            options={DEVICES}
            value={device}
            onChange={setDevice}
            optionClassName="min-h-9"
          />
        </div>
        <ScaledFrame
          key={view}
          src={`/preview/${previewed.id}/${view}`}
          title={`${VIEWS[view]} of ${previewed.name}`}
          widthPx={WIDTHS_PX[device]}
          isWidest={device === 'desktop'}
        />
      </div>
    </Dialog>
  )
}

interface ScaledFrameProps {
  src: string
  title: string
  widthPx: number
  /** The page may be wider than `widthPx` where there is room. */
  isWidest: boolean
}

/** Shows a page at the width of a device, scaled down where there is less room. */
function ScaledFrame({ src, title, widthPx, isWidest }: ScaledFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const [isLoaded, setIsLoaded] = useState(false)

  useLayoutEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  const width = isWidest ? Math.max(widthPx, room.width) : widthPx
  const scale = Math.min(1, room.width / width)
  return (
    <div
      ref={box}
      className="relative min-h-0 flex-1 overflow-hidden rounded border border-line bg-ground-quiet"
    >
      {!isLoaded && <Skeleton className="absolute inset-0" />}
      {room.width > 0 && (
        <iframe
          src={src}
          title={title}
          onLoad={() => setIsLoaded(true)}
          className="absolute top-0 origin-top-left bg-ground"
          style={{
            width,
            height: room.height / scale,
            left: (room.width - width * scale) / 2,
            transform: `scale(${scale})`,
          }}
        />
      )}
    </div>
  )
}
