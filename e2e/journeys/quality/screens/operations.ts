import type { Knex } from 'knex'
import { expect } from 'playwright/test'
import type { DoctorReport } from '#api/contract/operations/jobs.ts'
import { WebhookEndpoint } from '#db/models/outbound/webhook-endpoint.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertDispute, insertEndpoint, insertWebhookMessage } from '#db/testing/builders.ts'
import { insertApiKey, insertEvent, insertFailedJob, insertStray } from '#e2e/journeys/support/operations.ts'
import { createPaidOrder } from '#e2e/journeys/support/people.ts'
import { enterAsAdmin, list, openView } from './admin-lists.ts'
import { next, type Screens } from './state.ts'

async function insertMails(db: Knex, email: string): Promise<void> {
  const mail = { kind: 'password_reset', payload: { email }, toEmail: email, sentAt: new Date() }
  await OutboxMessage.query(db).insert([
    { ...mail, subject: 'Reset your password' },
    { ...mail, subject: 'Reset your password. '.repeat(20) },
  ])
}

async function insertFailingWebhook(db: Knex) {
  const url = `https://hooks.example.com/${'long/'.repeat(20)}${crypto.randomUUID()}`
  const { id: endpointId } = await insertEndpoint(db, {
    url,
    disabledAt: new Date(),
    disabledAs: 'failing',
  })
  return insertWebhookMessage(db, {
    endpointId,
    state: 'failed',
    response: 'x'.repeat(200),
    responseStatus: 503,
  })
}

export const OPERATIONS: Screens = {
  'money, events, jobs and mails': async (stage) => {
    const { page, db, afterwards } = stage
    const { email } = await enterAsAdmin(stage)
    const order = await createPaidOrder(db)
    await insertStray(db, { orderId: order.id, flag: 'amount_mismatch' })
    await insertEvent(db, { attempts: 2, lastError: 'The payment provider refused: '.repeat(12) })
    const jobId = await insertFailedJob(db, { eventRowId: 2_147_483_647 })
    afterwards(() => db('jobs.job').where({ id: jobId }).delete())
    await insertDispute(db, { orderId: order.id })
    await insertMails(db, email)
    // An entry as an import writes it, with one very long word.
    const sha256 = { field: 'sha256', from: null, to: '8fef95e8'.repeat(8) }
    await AuditEntry.query(db).insert({
      actorId: null,
      action: 'created',
      subject: 'import',
      subjectId: 1,
      subjectLabel: 'Import 1',
      changes: [sha256],
    })
    return [
      list(page, 'unmatched payments', { query: 'view=money', text: 'Different amount' }),
      list(page, 'disputes', { query: 'view=disputes', text: 'Goods or services not received' }),
      list(page, 'provider events', { query: 'view=events', text: /The payment provider refused/ }),
      {
        name: 'jobs',
        reach: async () => {
          await openView(page, 'view=jobs')
          await expect(page.getByRole('button', { name: 'Retry: Event 2147483647' }).first()).toBeVisible()
        },
      },
      list(page, 'mails', { query: `view=mail&q=${email}`, text: email }),
      list(page, 'the audit log', { query: 'view=audit&size=25', text: 'Audit log' }),
    ]
  },

  'notifications, webhooks and setup': async (stage) => {
    stage.expectFault(/400 .*saved-replies/)
    const { page, db, afterwards } = stage
    const { email } = await enterAsAdmin(stage)
    const { id: keeperId } = await User.query(db).findOne({ email }).throwIfNotFound()
    await insertApiKey(db, keeperId)
    return [
      list(page, 'notification mails', { query: 'view=notifications', text: 'Email me about' }),
      list(page, 'API keys', { query: 'view=keys', text: 'orders:read' }),
      list(page, 'saved replies', { query: 'view=replies', text: 'Work begins' }),
      next('a saved reply that says what no page knows', async () => {
        await page.getByRole('button', { name: 'New reply' }).click()
        await page.getByLabel('Title').fill('Bye')
        await page.getByLabel('Text').fill('Goodbye {surname}')
        await page.getByRole('dialog').getByRole('button', { name: 'Create Reply' }).click()
        await expect(page.getByText('{surname} is unknown.')).toBeVisible()
      }),
      {
        name: 'the widget',
        reach: async () => {
          await openView(page, 'view=widget')
          await page.getByLabel('Show').selectOption({ label: 'A card' })
          await expect(page.locator('service-package').getByRole('article')).toBeVisible()
        },
      },
      {
        name: 'setup, where something is wrong',
        reach: async () => {
          await page.route('**/api/admin/doctor', async (route) => {
            const response = await route.fetch()
            const { lines, ...report } = (await response.json()) as DoctorReport
            const broken = lines.map((line) =>
              ['Clock', 'Last backup'].includes(line.name)
                ? { ...line, state: 'fault', text: `${line.name} is broken`, advice: `Mend ${line.name}.` }
                : line,
            )
            await route.fulfill({ json: { ...report, lines: broken } })
          })
          await openView(page, 'view=setup')
          await expect(page.getByText(/^2 problems\. .*Checked/)).toBeVisible()
        },
      },
      {
        // Comes last, because from here on the failing webhook counts as a problem of the shop.
        name: 'webhooks',
        reach: async () => {
          const { endpointId } = await insertFailingWebhook(db)
          afterwards(() => WebhookEndpoint.query(db).findById(endpointId).patch({ disabledAs: 'admin' }))
          await openView(page, 'view=webhooks')
          await expect(page.getByText('Every message has failed for 5 days.').first()).toBeVisible()
        },
      },
    ]
  },
}
