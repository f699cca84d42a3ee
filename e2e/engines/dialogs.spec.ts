/** Every dialog shows its whole content or most of the window, at three widths. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { ROOT } from '#db/testing/node-process.ts'
import { ADMIN_SHOP } from './dialogs/admin-shop.ts'
import { ADMIN_WORK } from './dialogs/admin-work.ts'
import { CUSTOMER } from './dialogs/customer.ts'
import { SHOP } from './dialogs/shop.ts'
import { STAFF } from './dialogs/staff.ts'
import { test } from './engine-test.ts'
import { POLL, WIDTHS } from './visitor.ts'

const DIALOGS = [...SHOP, ...CUSTOMER, ...STAFF, ...ADMIN_WORK, ...ADMIN_SHOP]
const LEAST_SHARE = 0.6
/** Not opened here: paid-cover.tsx fills the screen and is in ways.spec.ts; idle-notice.tsx opens after half an hour. */
const ELSEWHERE = ['shop/payment/paid-cover.tsx', 'kit/shell/idle-notice.tsx']

const DRAWN = /<(?:Dialog|FormDialog|DraftDialog|EditDialog|ConfirmDialog|OnceDialog|dialog)[\s<>]/

for (const { file, title, open } of DIALOGS) {
  test(`the dialog '${title}' of ${file} shows all of it, or most of the window`, async ({ visitor, db }) => {
    await open({ visitor, db })
    const shown = expect.objectContaining({ title: expect.stringContaining(title) })
    await expect.poll(() => visitor.measureDialog(), POLL).toEqual(shown)
    for (const width of WIDTHS) {
      await visitor.resize(width)
      const measured = await visitor.measureDialog()
      if (!measured) throw new Error('The dialog is closed')
      const { share, hidden, beyond } = measured
      const isWhole = share >= LEAST_SHARE || hidden <= 1
      const seen = JSON.stringify(measured)
      expect.soft(isWhole && beyond < 1, `at ${width} px: ${seen}`).toBe(true)
    }
  })
}

test('the list has every dialog of the site', () => {
  const files = execFileSync('git', ['ls-files', 'site'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const drawing = files
    .filter((file) => /\.(tsx|astro)$/.test(file) && !/^site\/kit\/ui\/dialog\/|\.test\./.test(file))
    .filter((file) => DRAWN.test(readFileSync(join(ROOT, file), 'utf8')))
    .map((file) => file.slice('site/'.length))
  const listed = new Set([...DIALOGS.map(({ file }) => file), ...ELSEWHERE])
  expect(drawing.filter((file) => !listed.has(file))).toEqual([])
})
