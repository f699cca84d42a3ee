/** Typed configuration from environment variables, checked at start. One error lists every bad variable. */
import * as z from 'zod'
import { REPLY_HOURS, SILENCE_DAYS } from '#api/rules/promises.ts'
import { splitList } from '#db/connection/plaintext.ts'
import {
  PAYMENT_API_URL,
  PAYMENT_CREDENTIALS,
  type PaymentCredentials,
  PaymentVariables,
  readCredentials,
} from './payment-variables.ts'
import { findUnsafe, PLAINTEXT_NAMES } from './production-rules.ts'
import { blankAsUnset, optionalText, optionalUrl } from './variable-kinds.ts'

/** The demo's exchange rate, in rupees per dollar. Production must set its own. */
const DEMO_USD_INR_RATE = '84.250000'

const port = z.coerce
  .number('must be a port from 1 to 65535')
  .int('must be a port from 1 to 65535')
  .min(1, 'must be a port from 1 to 65535')
  .max(65_535, 'must be a port from 1 to 65535')
/** 0 switches the timed action off. */
const duration = (unit: string) =>
  z.coerce
    .number(`must be a whole number of ${unit}`)
    .int(`must be a whole number of ${unit}`)
    .min(0, 'must be 0 (off) or more')
    .max(10_000, 'must be at most 10000')

const optionalSecrets = optionalText.refine(
  (list) => list === undefined || list.split(',').every((secret) => secret.trim().length >= 32),
  'must hold secrets of at least 32 characters, separated by commas',
)

const Variables = z.object({
  NODE_ENV: z.preprocess(
    blankAsUnset,
    z
      .enum(['development', 'test', 'production'], 'must be development, test or production')
      .default('development'),
  ),
  PORT: z.preprocess(blankAsUnset, port.default(4321)),
  HOST: z.preprocess(blankAsUnset, z.string().default('127.0.0.1')),
  METRICS_PORT: z.preprocess(blankAsUnset, port.optional()),
  METRICS_HOST: z.preprocess(blankAsUnset, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(blankAsUnset, z.string().default('.data')),
  DATABASE_OWNER_URL: optionalUrl(/^postgres(ql)?$/, 'postgres://owner:password@host:5432/shop'),
  DATABASE_URL: optionalUrl(/^postgres(ql)?$/, 'postgres://user:password@host:5432/shop'),
  REDIS_URL: optionalUrl(/^rediss?$/, 'redis://host:6379'),
  PUBLIC_ORIGIN: optionalUrl(/^https?$/, 'https://shop.example').refine(
    (url) => url === undefined || new URL(url).origin === url,
    'must be an origin without a path, such as https://shop.example',
  ),
  SESSION_SECRET: optionalSecrets,
  TRUST_PROXY: optionalText,
  ...PaymentVariables.shape,
  REPLY_IMAP_URL: optionalUrl(/^imaps?$/, 'imaps://user:password@host/INBOX'),
  // A tag of 49 characters is added, and the part before the @ may have at most 64.
  REPLY_ADDRESS: optionalText.refine(
    (address) => address === undefined || /^[\w.-]{1,15}@[\w-]+(\.[\w-]+)+$/.test(address),
    'must be an address such as reply@shop.example, with at most 15 characters before the @',
  ),
  REPLY_AUTHSERV_ID: optionalText,
  REPLY_KEY: optionalSecrets,
  SMTP_URL: optionalUrl(/^smtps?$/, 'smtp://user:password@host:587'),
  USD_INR_RATE: z.preprocess(
    blankAsUnset,
    z
      .string()
      .regex(/^(?!0+(\.0*)?$)\d{1,6}(\.\d{1,6})?$/, 'must be rupees a dollar, such as 84.25')
      .optional(),
  ),
  RATE_LIMIT: z.preprocess(blankAsUnset, z.enum(['on', 'off'], 'must be on or off').default('on')),
  SHEDDING: z.preprocess(blankAsUnset, z.enum(['on', 'off'], 'must be on or off').default('on')),
  ALLOW_PLAINTEXT: optionalText.refine(
    (list) => list === undefined || splitList(list).every((name) => PLAINTEXT_NAMES.includes(name)),
    `must name some of ${PLAINTEXT_NAMES.join(', ')}, separated by commas`,
  ),
  ALLOW_PRIVATE_WEBHOOKS: z.preprocess(
    blankAsUnset,
    z.enum(['on', 'off'], 'must be on or off').default('off'),
  ),
  DEMO_HISTORY: z.preprocess(blankAsUnset, z.enum(['on', 'off'], 'must be on or off').default('on')),
  PUBLISH_HOOK: optionalText,
  FILE_STORE: optionalText.refine(
    (address) =>
      address === undefined ||
      (URL.canParse(address) && /^s3:\/\/(\S+:\S+@)?[a-z0-9][a-z0-9.-]+(\?\S*)?$/.test(address)),
    'must be a bucket such as s3://bucket?endpoint=https://s3.example',
  ),
  FILE_SCAN_COMMAND: optionalText,
  ANSWER_REMINDER_HOURS: z.preprocess(blankAsUnset, duration('hours').default(REPLY_HOURS)),
  SILENCE_DAYS: z.preprocess(blankAsUnset, duration('days').default(SILENCE_DAYS)),
  WORKER: z.preprocess(blankAsUnset, z.enum(['on', 'off'], 'must be on or off').default('on')),
  ALLOW_TEST_KEYS: z.preprocess(blankAsUnset, z.enum(['on', 'off'], 'must be on or off').default('off')),
  LOG_LEVEL: z.preprocess(
    blankAsUnset,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a pino level').optional(),
  ),
})

const REQUIRED_IN_PRODUCTION = [
  'DATABASE_URL',
  'PUBLIC_ORIGIN',
  'SESSION_SECRET',
  ...PAYMENT_CREDENTIALS,
  'SMTP_URL',
  'USD_INR_RATE',
] as const

const REPLY_VARIABLES = ['REPLY_IMAP_URL', 'REPLY_ADDRESS', 'REPLY_AUTHSERV_ID', 'REPLY_KEY'] as const

/** The mailbox that receives replies to mails. */
export interface ReplyMailbox {
  imapUrl: string
  /** Outgoing mails add a token to this address: reply+<token>@…. */
  address: string
  /** The mail server's name in the header Authentication-Results (authserv-id, RFC 8601). */
  authservId: string
  /** Secrets that sign reply tokens: the newest first, then former ones that are still accepted. */
  keys: string[]
}

export interface Env {
  isProduction: boolean
  port: number
  host: string
  /** The port for Prometheus metrics of this process. Unset: they are only at `GET /api/metrics`. */
  metricsPort: number | undefined
  metricsHost: string
  dataDir: string
  databaseUrl: string | undefined
  /** Used by migrations only. Unset: `databaseUrl`. */
  databaseOwnerUrl: string | undefined
  redisUrl: string | undefined
  publicOrigin: string
  /**
   * The first secret signs new cookies; signatures by any of them are valid, so that a secret can be rotated. Empty if
   * unset: the demo then creates a secret and stores it in `dataDir`.
   */
  sessionSecrets: string[]
  /** Addresses of the proxies whose X-Forwarded-* headers are trusted; never "all". */
  trustProxy: string | undefined
  /** Unset: the payment sandbox is used. */
  paymentCredentials: PaymentCredentials | undefined
  paymentApiUrl: string | undefined
  smtpUrl: string | undefined
  /** Unset: customers answer on the order's page, not by mail. */
  replyMailbox: ReplyMailbox | undefined
  /** Rupees per dollar, with at most six decimals. */
  usdInrRate: string
  isRateLimited: boolean
  /** Whether calls are refused while the process is overloaded. */
  isShedding: boolean
  /** Whether outgoing webhooks may use http:// and addresses of this machine or of private networks. */
  arePrivateWebhooksAllowed: boolean
  /** Whether the demo creates past orders at its first start. */
  hasDemoHistory: boolean
  /** URL of the bucket for order files. Unset: a folder in `dataDir`. */
  fileStore: string | undefined
  /** A command that scans an uploaded file, whose path is its last argument. Exit code 0: harmless; 1: harmful. */
  fileScanCommand: string[] | undefined
  /** Hours until a customer is reminded of missing answers. 0: never. */
  answerReminderHours: number
  /** Days without any word from a customer whose answers are missing, until the order may be closed. 0: never. */
  silenceDays: number
  /** An executable that uploads the published pages to a CDN. */
  publishHook: string | undefined
  /** Whether the demo also runs a worker. */
  hasWorker: boolean
  logLevel: string
}

/** `problems` has one line per bad variable, for the operator. */
export class InvalidEnv extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`Bad configuration: ${problems.join('; ')}`)
    this.name = 'InvalidEnv'
    this.problems = problems
  }
}

type Source = Record<string, string | undefined>

export const VARIABLE_NAMES: readonly string[] = Object.keys(Variables.shape)

/**
 * @param required variables that production must set; by default those of an API process
 * @throws InvalidEnv that lists every bad or missing variable
 */
export function parseEnv(source: Source, required?: readonly string[]): Env {
  const { env, problems } = readEnv(source, required)
  if (problems.length > 0) throw new InvalidEnv(problems)
  return env
}

/** Treats bad variables as unset. Each problem line begins with the variable's name. */
export function readEnv(
  source: Source,
  required: readonly string[] = REQUIRED_IN_PRODUCTION,
): { env: Env; problems: string[] } {
  const { error } = Variables.safeParse(source)
  const bad = new Set(error?.issues.map(({ path: [name] }) => name))
  const isGood = ([name]: [string, unknown]) => !bad.has(name)
  const variables = Variables.parse(Object.fromEntries(Object.entries(source).filter(isGood)))
  const problems = error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  return { env: toEnv(variables), problems: [...problems, ...findMissing(source, required)] }
}

function findMissing(source: Source, required: readonly string[]): string[] {
  const problems: string[] = []
  const isSet = (name: string) => Boolean(source[name])

  if (REPLY_VARIABLES.some(isSet)) {
    for (const name of REPLY_VARIABLES)
      if (!isSet(name)) problems.push(`${name} is missing beside the REPLY variables`)
  }
  if (source.NODE_ENV === 'production') {
    for (const name of required) {
      if (!isSet(name)) problems.push(`${name} is required in production`)
    }
    for (const name of ['RATE_LIMIT', 'SHEDDING']) {
      if (source[name] === 'off') problems.push(`${name} cannot be off in production`)
    }
    problems.push(...findUnsafe(source))
  } else if (PAYMENT_CREDENTIALS.some(isSet)) {
    for (const name of PAYMENT_CREDENTIALS) {
      if (!isSet(name)) problems.push(`${name} is missing beside the other variables of the payment provider`)
    }
  }
  return problems
}

function toEnv(variables: z.infer<typeof Variables>): Env {
  return {
    isProduction: variables.NODE_ENV === 'production',
    port: variables.PORT,
    host: variables.HOST,
    metricsPort: variables.METRICS_PORT,
    metricsHost: variables.METRICS_HOST,
    dataDir: variables.DATA_DIR,
    databaseUrl: variables.DATABASE_URL,
    databaseOwnerUrl: variables.DATABASE_OWNER_URL ?? variables.DATABASE_URL,
    redisUrl: variables.REDIS_URL,
    publicOrigin: variables.PUBLIC_ORIGIN ?? `http://localhost:${variables.PORT}`,
    sessionSecrets: splitSecrets(variables.SESSION_SECRET),
    trustProxy: variables.TRUST_PROXY,
    paymentCredentials: readCredentials(variables),
    paymentApiUrl: variables[PAYMENT_API_URL],
    smtpUrl: variables.SMTP_URL,
    replyMailbox: readReplyMailbox(variables),
    usdInrRate: variables.USD_INR_RATE ?? DEMO_USD_INR_RATE,
    isRateLimited: variables.RATE_LIMIT === 'on',
    isShedding: variables.SHEDDING === 'on',
    arePrivateWebhooksAllowed: variables.ALLOW_PRIVATE_WEBHOOKS === 'on',
    hasDemoHistory: variables.DEMO_HISTORY === 'on',
    publishHook: variables.PUBLISH_HOOK,
    fileStore: variables.FILE_STORE,
    fileScanCommand: variables.FILE_SCAN_COMMAND?.trim().split(/\s+/),
    answerReminderHours: variables.ANSWER_REMINDER_HOURS,
    silenceDays: variables.SILENCE_DAYS,
    hasWorker: variables.WORKER === 'on',
    logLevel: variables.LOG_LEVEL ?? (variables.NODE_ENV === 'test' ? 'silent' : 'info'),
  }
}

function readReplyMailbox(variables: z.infer<typeof Variables>): ReplyMailbox | undefined {
  const { REPLY_IMAP_URL: imapUrl, REPLY_ADDRESS: address, REPLY_AUTHSERV_ID: authservId } = variables
  const keys = splitSecrets(variables.REPLY_KEY)
  return imapUrl && address && authservId && keys.length > 0
    ? { imapUrl, address, authservId, keys }
    : undefined
}

function splitSecrets(list: string | undefined): string[] {
  return list?.split(',').map((secret) => secret.trim()) ?? []
}
