import { brand } from 'virtual:content'
import { useEffect } from 'react'

/** Sets the page's title while the component is mounted. @param title the company's name is added */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = `${title} | ${brand.name}`
    return () => {
      document.title = before
    }
  }, [title])
}
