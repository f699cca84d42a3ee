import { formatMoment } from '#api/platform/mail/words.ts'
import { isLoopback } from '#db/connection/plaintext.ts'
import { OperationMark } from '#db/models/platform/operation-mark.ts'
import {
  createCheck,
  type DoctorContext,
  errorCode,
  type Finding,
  fault,
  ok,
  unset,
  WITHOUT_DATABASE,
} from './check.ts'

/** Allows for long builds: the worker sets its mark every half minute, except while building. */
const SILENT_FOR_MS = 5 * 60_000
/** A failing worker retries within ten minutes. If it has not, the failure belongs to a worker that no longer exists. */
const FAILS_AGAIN_WITHIN_MS = 20 * 60_000

export const publishingCheck = createCheck('Site', 'Publishing', async (context) =>
  context.db ? examine(context) : WITHOUT_DATABASE,
)

async function examine({ db, env, nowMs }: DoctorContext): Promise<Finding> {
  const marks = await OperationMark.query(db)
  const find = (name: OperationMark['name']) => marks.find((mark) => mark.name === name)
  const [published, failed, worker] = [find('published'), find('publish_failed'), find('worker')]
  const last = published
    ? `The pages were last published on ${formatMoment(published.markedAt)}`
    : 'No pages have been published yet'
  const isStillFailing =
    failed &&
    (!published ||
      failed.markedAt > published.markedAt ||
      nowMs() - failed.markedAt.getTime() < FAILS_AGAIN_WITHIN_MS)
  if (isStillFailing) {
    return fault(
      `Failed at ${formatMoment(failed.markedAt)} on ${failed.details.machine}: ${failed.details.reason}`,
      `${last}. It is retried every few minutes. See the worker’s log for details.`,
    )
  }
  if (!worker || nowMs() - worker.markedAt.getTime() > SILENT_FOR_MS) {
    const text = worker ? `No worker has run since ${formatMoment(worker.markedAt)}` : 'No worker is running'
    if (!env.isProduction) return unset(text)
    return fault(`${text}, so package changes are not published`, 'Start `npm run worker`.')
  }
  const begun = find('publishing')
  if (begun && (!published || begun.markedAt > published.markedAt))
    return ok(`Running since ${formatMoment(begun.markedAt)}. ${last}`)
  if (!published) return unset('Nothing has been published yet')
  const { changes, seconds } = published.details
  return ok(`${formatMoment(published.markedAt)}, in ${seconds} s${changes ? `: ${changes}` : ''}`)
}

const ANSWERS_WITHIN_MS = 4_000
/** Headers that every page must have. */
const HEADERS = ['x-content-type-options', 'x-frame-options', 'content-security-policy']
/** Required in addition over https. */
const HTTPS_HEADER = 'strict-transport-security'

export const originCheck = createCheck(
  'Site',
  'Public origin',
  async ({ variables, env: { publicOrigin } }) => {
    if (!variables.PUBLIC_ORIGIN) return unset(`${publicOrigin}: on this machine only`)
    const { protocol, hostname } = new URL(publicOrigin)
    const isHttps = protocol === 'https:'
    let response: Response
    try {
      response = await fetch(publicOrigin, {
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      })
      await response.body?.cancel()
    } catch (error) {
      return fault(
        `${publicOrigin} cannot be reached from here (${errorCode(error)})`,
        'Check PUBLIC_ORIGIN, its DNS, its certificate and the proxy in front of the shop.',
      )
    }
    if (!response.ok) {
      return fault(
        `${publicOrigin} responds with ${response.status}`,
        'Check that the proxy leads to the shop and that the site is built.',
      )
    }
    const missing = [...HEADERS, ...(isHttps ? [HTTPS_HEADER] : [])].filter(
      (name) => !response.headers.has(name),
    )
    if (missing.length > 0) {
      return fault(`No ${missing.join(', ')}`, 'Let the proxy pass on the headers of api/deploy/nginx.conf.')
    }
    if (isHttps) return ok(`${publicOrigin}, with TLS and its headers`)
    return isLoopback(hostname)
      ? unset(`${publicOrigin}: on this machine only`)
      : fault(`${publicOrigin} is unencrypted`, 'Put TLS in front of it and use https:// in PUBLIC_ORIGIN.')
  },
)
