import type { ComponentProps } from 'react'
import { TextField } from './field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>

/** Asks the signed-in user for the password again. @param of the user's email, which tells password managers whose password it is */
export function CurrentPassword({ of, ...props }: Props & { of?: string }) {
  return (
    <>
      {of && <input type="email" name="username" autoComplete="username" value={of} readOnly hidden />}
      <TextField
        {...props}
        label="Current password"
        type="password"
        autoComplete="current-password"
        inputMode="text"
        required
      />
    </>
  )
}
