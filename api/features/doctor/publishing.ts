import { OperationMark } from '../../../db/models/operation-mark.ts'
import { formatMoment } from '../mail/words.ts'
import { createCheck, type DoctorContext, type Finding, fault, ok, unset, WITHOUT_DATABASE } from './check.ts'

/** The publisher sets its mark every half minute, except during a build. */
const SILENT_FOR_MS = 5 * 60_000
/** A failing publisher tries again within ten minutes. If it has not, it no longer exists. */
const FAILS_AGAIN_WITHIN_MS = 20 * 60_000

export const publishingCheck = createCheck('Site', 'Publishing', async (context) =>
  context.db ? examine(context) : WITHOUT_DATABASE,
)

async function examine({ db, env, nowMs }: DoctorContext): Promise<Finding> {
  const marks = await OperationMark.query(db)
  const find = (name: OperationMark['name']) => marks.find((mark) => mark.name === name)
  const [published, failed, publisher] = [find('published'), find('publish_failed'), find('publisher')]
  const last = published
    ? `Visitors see the pages of ${formatMoment(published.markedAt)}`
    : 'Visitors see no pages yet'
  const isStillFailing =
    failed &&
    (!published ||
      failed.markedAt > published.markedAt ||
      nowMs() - failed.markedAt.getTime() < FAILS_AGAIN_WITHIN_MS)
  if (isStillFailing) {
    return fault(
      `failed at ${formatMoment(failed.markedAt)} on ${failed.details.machine}: ${failed.details.reason}`,
      `${last}. It is tried again every few minutes; the publisher’s log says more.`,
    )
  }
  if (!publisher || nowMs() - publisher.markedAt.getTime() > SILENT_FOR_MS) {
    const text = publisher
      ? `no publisher runs since ${formatMoment(publisher.markedAt)}`
      : 'no publisher runs'
    if (!env.isProduction) return unset(text)
    return fault(`${text}: changes of packages do not reach the pages`, 'Start `npm run publisher`.')
  }
  const begun = find('publishing')
  if (begun && (!published || begun.markedAt > published.markedAt))
    return ok(`running since ${formatMoment(begun.markedAt)}. ${last}`)
  if (!published) return unset('nothing has been published yet')
  const { changes, seconds } = published.details
  return ok(`${formatMoment(published.markedAt)}, in ${seconds} s${changes ? `: ${changes}` : ''}`)
}
