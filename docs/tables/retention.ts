/** The periods in the privacy policy, and the rule that carries out each. */
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
