import { brand } from 'virtual:content'
import { useEffect } from 'react'

/** The page's title while the component is there. @param title without the provider's name, which is added */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = `${title} | ${brand.name}`
    return () => {
      document.title = before
    }
  }, [title])
}
