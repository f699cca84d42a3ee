/** Delivers outgoing webhooks, with retries as Standard Webhooks recommends (docs/product/api.md, Outgoing webhooks). */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { WebhookTest } from '#api/contract/outbound/webhooks.ts'
import { adminPath, notify } from '#api/outbound/notifications/notify.ts'
import type { Services } from '#api/platform/app-type.ts'
import { findOrThrow } from '#api/platform/errors.ts'
import { openSecret } from '#api/platform/http/sealed-secret.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { JobData } from '#api/platform/jobs/queues.ts'
import { WEBHOOK_MESSAGE_STATE } from '#api/rules/outgoing.ts'
import { WEBHOOK_FAILING_DAYS } from '#api/rules/periods.ts'
import { WebhookEndpoint, WebhookMessage } from '#db/models/outbound/webhook-endpoint.ts'
import { stopEndpoint } from './endpoint.ts'
import { type Outcome, type SendOptions, sendMessage } from './send.ts'
import { signMessage } from './signature.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Pauses before the retries: a little more than three days in all. */
export const PAUSES_SECONDS = [5, 5 * MINUTE, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)]
/** Status by which a receiver unsubscribes. */
const GONE = 410

/** Makes one attempt, unless another process has made it since the job was queued. A failed attempt queues the next one. */
export async function attemptWebhook(
  services: Services,
  { webhookMessageId, attempts }: JobData['webhook-attempt'],
  options: Partial<SendOptions> = {},
): Promise<void> {
  const { env, db } = services
  const message = await WebhookMessage.query(db).findById(webhookMessageId).withGraphFetched('endpoint')
  if (!message?.endpoint || !WEBHOOK_MESSAGE_STATE[message.state].isWaiting || message.attempts !== attempts)
    return
  if (message.endpoint.disabledAt) {
    await message.$query(db).patch({ state: 'failed', nextTryAt: null, response: 'The webhook is disabled' })
    return
  }
  const outcome = await attempt(services, message, message.endpoint, {
    arePrivateAllowed: env.arePrivateWebhooksAllowed,
    ...options,
  })
  await db.transaction((trx) => recordOutcome(services.jobs, trx, message, outcome))
}

/** Sends a test message and stores nothing: a disabled endpoint can be tested, and a failure does not affect its health. @throws NotFound */
export async function sendTest(services: Services, endpointId: number): Promise<WebhookTest> {
  const endpoint = await findOrThrow(WebhookEndpoint.query(services.db).findById(endpointId), 'Webhook')
  const payload = { type: 'webhook.test', timestamp: new Date().toISOString(), data: {} }
  const messageId = `msg_${randomUUID().replaceAll('-', '')}`
  const { status, response } = await attempt(services, { messageId, payload }, endpoint, {
    arePrivateAllowed: services.env.arePrivateWebhooksAllowed,
  })
  return { responseStatus: status, response, isDelivered: isSuccess(status) }
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

async function attempt(
  { env }: Services,
  { messageId, payload }: Pick<WebhookMessage, 'messageId'> & { payload: object },
  { url, sealedSecret, sealedFormerSecret, formerUntil }: WebhookEndpoint,
  options: SendOptions,
): Promise<Outcome> {
  const isFormerValid = sealedFormerSecret && formerUntil && formerUntil > new Date()
  const secrets = [sealedSecret, ...(isFormerValid ? [sealedFormerSecret] : [])]
    .map((sealed) => openSecret(env, 'webhook', sealed))
    .filter((secret) => secret !== undefined)
  // No secret can be decrypted: their SESSION_SECRET was removed from the configuration.
  if (secrets.length === 0) return { status: null, response: 'Its secret cannot be read. Create a new one' }
  const body = JSON.stringify(payload)
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'shop-webhooks/1',
    ...signMessage(secrets, { id: messageId, timestamp, body }),
  }
  return sendMessage({ url, headers, body }, options)
}

async function recordOutcome(
  jobs: Jobs,
  trx: Knex.Transaction,
  { id, attempts: before, endpointId }: WebhookMessage,
  { status, response }: Outcome,
): Promise<void> {
  const endpoint = await WebhookEndpoint.query(trx).findById(endpointId).forUpdate()
  const message = await WebhookMessage.query(trx).findById(id).forUpdate()
  // Deleted while the message was being sent.
  if (!endpoint || !message) return
  // Another process took the job over and has already recorded this attempt.
  if (message.attempts !== before) return
  const attempts = before + 1
  const now = new Date()
  const tried = { attempts, triedAt: now, responseStatus: status, response, nextTryAt: null }
  if (isSuccess(status)) {
    await message.$query(trx).patch({ ...tried, state: 'delivered' })
    if (endpoint.failingSince) await endpoint.$query(trx).patch({ failingSince: null })
    return
  }
  const failingSince = endpoint.failingSince ?? now
  await endpoint.$query(trx).patch({ failingSince })
  const isGone = status === GONE
  const isFailing = now.getTime() - failingSince.getTime() >= WEBHOOK_FAILING_DAYS * 24 * HOUR * 1000
  if (!endpoint.disabledAt && (isGone || isFailing)) {
    await stopEndpoint(trx, endpoint, isGone ? 'gone' : 'failing')
    await notify(jobs, trx, {
      kind: 'webhook_stopped',
      key: `webhook_stopped:${endpointId}:${now.toISOString()}`,
      // Without the path, which may contain a token.
      title: `Webhook stopped: ${new URL(endpoint.url).host}`,
      facts: [
        { label: 'Reason', value: isGone ? 'It replied 410' : `All failed for ${WEBHOOK_FAILING_DAYS} days` },
      ],
      path: adminPath({ view: 'webhooks' }),
    })
  }
  const pause = PAUSES_SECONDS[attempts - 1]
  if (endpoint.disabledAt || pause === undefined) {
    await message.$query(trx).patch({ ...tried, state: 'failed' })
    return
  }
  await message.$query(trx).patch({ ...tried, nextTryAt: new Date(now.getTime() + pause * 1000) })
  await jobs.send(trx, 'webhook-attempt', { webhookMessageId: id, attempts }, { startAfterSeconds: pause })
}
