/** What the privacy policy says about periods, and the rule that does it. */
import { KEPT_OTHERWISE } from '#api/operations/privacy/retention.ts'
import { RETENTION } from '#api/operations/privacy/retention-rules.ts'
import { writeTable } from './markdown.ts'

export const writeRetention = () =>
  writeTable(
    ['the policy says', 'what', 'after', 'how'],
    [...RETENTION, ...KEPT_OTHERWISE].map(({ policy, what, after, how }) => [
      `'${policy}'`,
      what,
      after,
      how,
    ]),
  )
