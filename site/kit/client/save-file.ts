/** Saves data as a file, like a download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  // Never revoked, because some browsers read it some time after the click.
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
}
