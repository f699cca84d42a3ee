/** Saves what the page holds as a file, as if it had been downloaded. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  // Not revoked: some browsers read it only after the click.
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
}
