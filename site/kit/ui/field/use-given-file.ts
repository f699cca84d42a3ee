import { useEffect, useRef } from 'react'

/** Takes a file that is dropped anywhere on the page, or pasted. Without it, the browser would open a dropped file instead of the page. */
export function useGivenFile(onFile: (file: File) => void): void {
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
