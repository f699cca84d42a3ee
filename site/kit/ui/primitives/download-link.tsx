import { type ComponentProps, type MouseEvent, useRef } from 'react'
import type { SecondFactorStatus } from '#api/contract/people/second-factor.ts'
import { callApi, PROOF_NEEDED, seekRemedy } from '#site/kit/client/api.ts'
import { showError } from '#site/kit/stores/toast.ts'

/** A link to a file that needs a fresh second factor: asks for it before the browser loads the file. */
export function DownloadLink({ href, children, ...rest }: ComponentProps<'a'>) {
  const isProved = useRef(false)

  async function prove(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (isProved.current) return
    event.preventDefault()
    const link = event.currentTarget
    try {
      isProved.current = await ensureProof()
      if (isProved.current) link.click()
    } catch {
      showError('Download Failed', 'Please check your connection and try again.')
    }
    isProved.current = false
  }

  return (
    <a {...rest} href={href} download onClick={(event) => void prove(event)}>
      {children}
    </a>
  )
}

/** @returns false if the user has cancelled @throws as callApi does */
async function ensureProof(): Promise<boolean> {
  const { factors, isProved } = await callApi<SecondFactorStatus>('/api/user/second-factor')
  return factors.length === 0 || isProved || (await seekRemedy(PROOF_NEEDED))
}
