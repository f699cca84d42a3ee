#!/usr/bin/env node
/**
 * `npm run shop -- <command>`, in the image `shop <command>`: command line for the operator. While a demo runs, commands
 * use its database. Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
 */
import { parseArgs } from 'node:util'
import { CannotProceed } from '#db/connection/postgres-client.ts'
import { type Command, WrongUse } from './commands/command.ts'
import { InvalidEnv } from './platform/environment/env.ts'
import { DomainError } from './platform/errors.ts'
import { isDatabaseDown } from './platform/http/database-down.ts'
import { say } from './platform/logging/terminal.ts'

interface CommandEntry {
  /** Arguments as the help shows them after the command's name. */
  usage: string
  summary: string
  /** Imports the command. Only the called one is loaded. */
  load: () => Promise<{ command: Command }>
}

const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  migrate: {
    usage: '',
    summary: 'Brings the database up to date, before a new version starts',
    load: async () => ({ command: (await import('./commands/migrate.ts')).apply }),
  },
  migrations: {
    usage: '',
    summary: 'Lists the migrations, applied or not',
    load: async () => ({ command: (await import('./commands/migrate.ts')).list }),
  },
  'admin create': {
    usage: '<e-mail> [--name "Ada Lovelace"] [--another]',
    summary: 'Creates an admin and prints a link to choose the password',
    load: () => import('./commands/admin-create.ts'),
  },
  doctor: {
    usage: '[--json]',
    summary: 'Checks everything the shop depends on and says what to do; ends with 1 if something is wrong',
    load: () => import('./commands/doctor.ts'),
  },
  backup: {
    usage: '[file]',
    summary: 'Writes the database to a file, by default in DATA_DIR/backups',
    load: async () => ({ command: (await import('./commands/backup.ts')).backup }),
  },
  nightly: {
    usage: '[--once]',
    summary:
      'Backs up every night, keeps 7 days, 5 weeks and 12 months, and restores one backup a week as a test',
    load: async () => ({ command: (await import('./commands/backup.ts')).nightly }),
  },
  restore: {
    usage: '<file> [--replace] [--erasures <log>] [--no-erasures]',
    summary: 'Restores a backup; --replace deletes what is there first',
    load: async () => ({ command: (await import('./commands/backup.ts')).restoreBackup }),
  },
  'files move': {
    usage: '',
    summary: 'Moves pictures and files from DATA_DIR into the bucket of FILE_STORE',
    load: () => import('./commands/files-move.ts'),
  },
  'import customers': {
    usage: '<file> [--apply]',
    summary: 'Checks a CSV file of customers; --apply imports it',
    load: () => import('./commands/import.ts'),
  },
  'key create': {
    usage: '<name> --scopes orders:read,… [--keeper <e-mail>] [--days 365] [--addresses …] [--refunds 0]',
    summary: 'Makes an API key for a program and prints it',
    load: async () => ({ command: (await import('./commands/key.ts')).create }),
  },
  'key list': {
    usage: '',
    summary: 'Lists the API keys, with what they may do and when they were last used',
    load: async () => ({ command: (await import('./commands/key.ts')).list }),
  },
  'key revoke': {
    usage: '<id>',
    summary: 'Revokes an API key, at once and for good',
    load: async () => ({ command: (await import('./commands/key.ts')).revoke }),
  },
  policies: {
    usage: '',
    summary:
      'Shows what the policies say otherwise, after a change of currencies or texts, and writes the dated lines',
    load: () => import('./commands/policies.ts'),
  },
  'mail test': {
    usage: '<address>',
    summary: 'Sends a test email right away',
    load: () => import('./commands/mail-test.ts'),
  },
  'seed-large': {
    usage: '',
    summary: 'Adds 100,000 made-up orders, to try the areas at scale',
    load: () => import('./demo/seed-large.ts'),
  },
}

function describe([name, { usage, summary }]: [string, CommandEntry]): string {
  return `  ${`${name} ${usage}`.trim()}\n      ${summary}`
}

const HELP = ['Usage: shop <command>', '', ...Object.entries(COMMANDS).map(describe)].join('\n')

/** @returns the command with the longest matching name, and the remaining words. @throws WrongUse */
function findCommand(words: string[]): { name: string; entry: CommandEntry; rest: string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const entry = COMMANDS[name]
    if (entry) return { name, entry, rest: words.slice(length) }
  }
  throw new WrongUse(`Unknown command '${words.join(' ')}'\n\n${HELP}`)
}

async function main(words: string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help' || words[0] === '-h') {
    say(HELP)
    return words.length === 0 ? 2 : 0
  }
  const isHelp = words.includes('--help') || words.includes('-h')
  const group = Object.entries(COMMANDS).filter(([name]) => name.startsWith(`${words[0]} `))
  if (isHelp && group.length > 0 && !COMMANDS[words.slice(0, 2).join(' ')]) {
    say(group.map(describe).join('\n'))
    return 0
  }
  const { name, entry, rest } = findCommand(words)
  const usage = describe([name, entry])
  if (isHelp) {
    say(usage)
    return 0
  }
  const { command } = await entry.load()
  try {
    const given = parseArgs({ args: rest, options: command.options ?? {}, allowPositionals: true })
    return (await command.run(given)) ?? 0
  } catch (error) {
    const isWrong = error instanceof WrongUse || isWrongOption(error)
    throw isWrong ? new WrongUse(`${error.message}\n\n${usage}`) : error
  }
}

const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/** @returns the lines to print; an unexpected error includes its stack */
function explain(error: unknown): string[] {
  if (error instanceof InvalidEnv) return error.problems
  if (error instanceof WrongUse || error instanceof CannotProceed || error instanceof DomainError)
    return [error.message]
  if (isDatabaseDown(error)) return ['The database is not reachable']
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  for (const line of explain(error)) process.stderr.write(`✘ ${line}\n`)
  return error instanceof WrongUse ? 2 : 1
})
