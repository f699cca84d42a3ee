import { ImageUp, Link2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { findPictureHash, UPLOAD_LIMITS, UPLOAD_TYPES } from '#api/rules/order-work/uploads.ts'
import { useIsSlow } from '#site/areas/admin/list/use-figure.ts'
import { FieldError, TextField } from '#site/kit/ui/field/field.tsx'
import { ILLUSTRATIONS, isOwn } from '#site/kit/ui/primitives/illustrations.ts'
import { explainUpload, uploadPicture } from './upload-picture.ts'

interface Image {
  imageUrl: string
  /** The alternative text of an uploaded picture, or of one at a URL. */
  imageAlt: string
}

const LABELS = { idle: 'Upload', uploading: 'Uploading...', preparing: 'Preparing...', ready: 'Upload' }

interface ImageFieldProps extends Image {
  /** The picture used if none is chosen. Absent if one must be chosen. */
  defaultImage?: string | undefined
  errors: Partial<Image>
  onChange: (image: Image) => void
}

/** Chooses a picture: an upload, one of the shop's illustrations, or one at a URL. */
export function ImageField({ imageUrl, imageAlt, defaultImage, errors, onChange }: ImageFieldProps) {
  const isUploaded = findPictureHash(imageUrl) !== undefined
  const [isAddress, setIsAddress] = useState(imageUrl !== '' && !isOwn(imageUrl) && !isUploaded)
  // Remember a URL or an uploaded picture while the admin tries another one.
  const [typed, setTyped] = useState(isAddress ? imageUrl : '')
  const [uploaded, setUploaded] = useState(isUploaded ? imageUrl : '')
  const [described, setDescribed] = useState(imageAlt)
  const [step, setStep] = useState<keyof typeof LABELS>('idle')
  const [fault, setFault] = useState('')
  const isSlow = useIsSlow(step === 'preparing')
  const input = useRef<HTMLInputElement>(null)
  const leaving = useRef(new AbortController())
  const name = useId()
  // The latest callback, because the form may change during an upload.
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => () => leaving.current.abort(), [])
  useGivenFile((file) => void upload(file))
  const choose = (url: string, alt = '') => {
    setIsAddress(false)
    latest.current({ imageUrl: url, imageAlt: alt })
  }

  /** Uploads a picture. Aborts a running upload. */
  async function upload(file: File): Promise<void> {
    leaving.current.abort()
    leaving.current = new AbortController()
    const { signal } = leaving.current
    setFault('')
    setStep('uploading')
    try {
      const url = await uploadPicture(file, { onSent: () => setStep('preparing'), signal })
      setUploaded(url)
      setDescribed('')
      choose(url)
      setStep('ready')
    } catch (error) {
      if (signal.aborted) return
      setFault(explainUpload(error))
      setStep('idle')
    }
  }

  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="pb-1.5 text-sm font-medium text-ink">Picture</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        <button
          type="button"
          aria-busy={step === 'uploading' || step === 'preparing' || undefined}
          onClick={() => input.current?.click()}
          className="grid aspect-[16/10] w-full cursor-pointer place-content-center justify-items-center gap-1 rounded border border-dashed border-line-strong text-xs font-medium text-accent-strong transition-colors hover:border-accent hover:bg-accent-soft focus-visible:outline focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent"
        >
          <ImageUp aria-hidden="true" className="size-5" />
          {LABELS[step]}
          <span className="sr-only"> a picture</span>
        </button>
        <input
          ref={input}
          type="file"
          accept={UPLOAD_TYPES.join()}
          aria-label="Picture file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            // Lets the same file be chosen again.
            event.target.value = ''
            if (chosen) void upload(chosen)
          }}
        />
        {uploaded && (
          <Choice
            name={name}
            label="Uploaded picture"
            isChosen={!isAddress && imageUrl === uploaded}
            onChoose={() => choose(uploaded, described)}
          >
            <Picture src={uploaded} />
          </Choice>
        )}
        {defaultImage !== undefined && (
          <Choice
            name={name}
            label="Default picture"
            isChosen={!isAddress && imageUrl === ''}
            onChoose={() => choose('')}
          >
            <Picture src={defaultImage} />
            <span className="absolute inset-x-0 bottom-0 bg-ground-raised/90 px-1 py-0.5 text-center text-xs text-ink">
              Default
            </span>
          </Choice>
        )}
        {ILLUSTRATIONS.map(({ path, label }) => (
          <Choice
            key={path}
            name={name}
            label={label}
            isChosen={!isAddress && imageUrl === path}
            onChoose={() => choose(path)}
          >
            <Picture src={path} />
          </Choice>
        ))}
        <Choice
          name={name}
          label="Picture from another address"
          isChosen={isAddress}
          onChoose={() => {
            setIsAddress(true)
            onChange({ imageUrl: typed, imageAlt: described })
          }}
        >
          <span className="grid aspect-[16/10] w-full place-content-center justify-items-center gap-1 bg-ground-quiet text-xs text-ink-quiet">
            <Link2 aria-hidden="true" className="size-5" />
            Address
          </span>
        </Choice>
      </div>
      <p className="mt-2 text-sm text-ink-quiet">
        You can also drop or paste a picture: {UPLOAD_LIMITS}. It is cropped to fit the card.
      </p>
      <p role="status" className="text-sm text-ink-quiet">
        {isSlow && 'The picture is queued.'}
        {step === 'ready' && isUploaded && 'The picture is ready. Describe it below.'}
      </p>
      {fault && (
        <p
          role="alert"
          className="mt-2 rounded bg-negative-soft px-3.5 py-2.5 text-sm text-negative [overflow-wrap:anywhere]"
        >
          {fault}
        </p>
      )}
      {isAddress && (
        <TextField
          className="mt-3"
          label="Address of the picture"
          name="imageUrl"
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="https://"
          value={imageUrl}
          error={errors.imageUrl}
          hint="Starts with https://. Wide pictures of 16 to 10 fit best."
          onChange={(event) => {
            setTyped(event.target.value)
            onChange({ imageUrl: event.target.value, imageAlt })
          }}
        />
      )}
      {!isAddress && errors.imageUrl && (
        <div className="mt-2">
          <FieldError id="image-error" of={imageUrl}>
            {errors.imageUrl}
          </FieldError>
        </div>
      )}
      {(isAddress || isUploaded) && (
        <TextField
          className="mt-3"
          label="Alternative text"
          name="imageAlt"
          required={isUploaded}
          maxLength={200}
          autoComplete="off"
          value={imageAlt}
          error={errors.imageAlt}
          hint="What the picture shows, for people who can’t see it."
          onChange={(event) => {
            setDescribed(event.target.value)
            onChange({ imageUrl, imageAlt: event.target.value })
          }}
        />
      )}
    </fieldset>
  )
}

function Picture({ src }: { src: string }) {
  return (
    <img src={src} alt="" width="160" height="100" loading="lazy" className="picture aspect-[16/10] w-full" />
  )
}

interface ChoiceProps {
  name: string
  label: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Choice({ name, label, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label
      title={label}
      data-chosen={isChosen || undefined}
      className="relative block cursor-pointer overflow-hidden rounded border border-line ring-offset-2 ring-offset-ground-raised transition-shadow hover:border-line-strong data-[chosen]:ring-2 data-[chosen]:ring-accent-strong focus-within:outline focus-within:outline-2 focus-within:outline-offset-4 focus-within:outline-accent"
    >
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="absolute opacity-0" />
      <span className="sr-only">{label}</span>
      {children}
    </label>
  )
}

/** Takes a file pasted or dropped anywhere on the page. Otherwise the browser would replace the page with a dropped file. */
function useGivenFile(onFile: (file: File) => void): void {
  const latest = useRef(onFile)
  latest.current = onFile
  useEffect(() => {
    const take = (event: Event, data: DataTransfer | null) => {
      const [file] = data?.files ?? []
      if (!file) return
      event.preventDefault()
      latest.current(file)
    }
    const drop = (event: DragEvent) => take(event, event.dataTransfer)
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData)
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    document.addEventListener('dragover', allow)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', allow)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
}
