import { Link2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { TextField } from '../../../ui/field.tsx'
import { ILLUSTRATIONS, isOwn } from '../../../ui/illustrations.ts'

interface ImageFieldProps {
  imageUrl: string
  /** Shown where none is chosen; unset: one must be chosen. */
  defaultImage?: string | undefined
  error: string | undefined
  onChange: (imageUrl: string) => void
}

/** One of the shop's own pictures, or an address. */
export function ImageField({ imageUrl, defaultImage, error, onChange }: ImageFieldProps) {
  const [isAddress, setIsAddress] = useState(imageUrl !== '' && !isOwn(imageUrl))
  // What was typed stays while a picture is tried.
  const [typed, setTyped] = useState(isAddress ? imageUrl : '')
  const name = useId()
  const choose = (url: string) => {
    setIsAddress(false)
    onChange(url)
  }

  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="pb-1.5 text-sm font-medium text-ink">Picture</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
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
          label="Picture at another address"
          isChosen={isAddress}
          onChoose={() => {
            setIsAddress(true)
            onChange(typed)
          }}
        >
          <span className="grid aspect-[16/10] w-full place-content-center justify-items-center gap-1 bg-ground-quiet text-xs text-ink-quiet">
            <Link2 aria-hidden="true" className="size-5" />
            Address
          </span>
        </Choice>
      </div>
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
          error={error}
          hint="Starts with https://. Wide pictures of 16 to 10 fit best."
          onChange={(event) => {
            setTyped(event.target.value)
            onChange(event.target.value)
          }}
        />
      )}
      {!isAddress && error && <p className="mt-2 text-sm text-negative">{error}</p>}
    </fieldset>
  )
}

function Picture({ src }: { src: string }) {
  return (
    <img src={src} alt="" width="160" height="100" loading="lazy" className="picture aspect-[16/10] w-full" />
  )
}

function Choice({
  name,
  label,
  isChosen,
  onChoose,
  children,
}: {
  name: string
  label: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label
      title={label}
      className="relative block cursor-pointer overflow-hidden rounded border border-line ring-offset-2 ring-offset-ground-raised transition-shadow hover:border-line-strong has-[:checked]:ring-2 has-[:checked]:ring-accent-strong has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-4 has-[:focus-visible]:outline-accent"
    >
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="absolute opacity-0" />
      <span className="sr-only">{label}</span>
      {children}
    </label>
  )
}
