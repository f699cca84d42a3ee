import { useState } from 'react'

/** A note that is being written, kept over a reload of the tab. */
export function useKeptNote(assignmentId: number): [note: string, setNote: (note: string) => void] {
  const key = `note-${assignmentId}`
  const [note, setNote] = useState(() => read(key))
  return [
    note,
    (next) => {
      setNote(next)
      write(key, next)
    },
  ]
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, note: string): void {
  try {
    if (note) sessionStorage.setItem(key, note)
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is full or forbidden: the note lives as long as the page.
  }
}
