import { useCallback, useEffect, useRef, useState } from 'react'
import type { GeneratedCoupon } from '../../../api/contract/coupons.ts'
import { callApi } from '../../client/api.ts'
import { showError } from '../../stores/toast.ts'

/** The offer's coupon, requested when the offer opens and again by `request` where that failed. */
export function useOfferCoupon() {
  const [coupon, setCoupon] = useState<GeneratedCoupon | undefined>()
  const [isLoading, setLoading] = useState(true)
  const isRequested = useRef(false)

  const request = useCallback(async () => {
    if (isRequested.current) return
    isRequested.current = true
    setLoading(true)
    try {
      setCoupon(await callApi<GeneratedCoupon>('/api/coupons/generate', { method: 'POST' }))
    } catch {
      isRequested.current = false
      showError('Error', 'Failed to generate discount coupon. Please try again.')
    } finally {
      setLoading(false)
    }
  }, [])

  useEffect(() => {
    void request()
  }, [request])

  return { coupon, isLoading, request }
}
