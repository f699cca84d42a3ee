import type { Config } from 'tailwindcss'
import all from './tailwind.config.ts'

/** Folders that no page for everybody imports from; a test follows the imports. */
export const AREA_FOLDERS = [
  ...['site/areas', 'site/account/profile', 'site/order'],
  ...['site/kit/shell', 'site/kit/ui/table'],
]

export default {
  ...all,
  content: [...all.content, ...AREA_FOLDERS.map((folder) => `!./${folder}/**`)],
} satisfies Config
