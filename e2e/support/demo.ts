/** Starts `npm start` on its own port and data. */
import { type Listeners, NodeProcess } from '#db/testing/node-process.ts'
import { START_ARGS } from './npm-scripts.ts'

interface DemoOptions extends Listeners {
  port: number
  publicOrigin: string
  dataDir: string
  siteDir: string
  variables?: Record<string, string>
}

/** Resolves when the shop is open. */
export function startDemo({
  port,
  publicOrigin,
  dataDir,
  siteDir,
  variables,
  ...listeners
}: DemoOptions): Promise<NodeProcess> {
  return NodeProcess.start({
    args: START_ARGS,
    readyOutput: 'The shop is open',
    ...listeners,
    env: {
      PORT: String(port),
      PUBLIC_ORIGIN: publicOrigin,
      DATA_DIR: dataDir,
      SITE_DIR: siteDir,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
      // Sends no mails but those that a journey causes.
      ANSWER_REMINDER_HOURS: '0',
      SILENCE_DAYS: '0',
      // A new build of the site would change the pages while journeys visit them.
      WORKER: 'off',
      ...variables,
    },
  })
}
