import type { User } from '#api/contract/people/auth.ts'

const NEW_FOR_MS = 24 * 3_600_000

/** The greeting on the dashboard: without 'back' on the first day of the account. */
export function greet({ firstName, createdAt }: Pick<User, 'firstName' | 'createdAt'>, now: Date): string {
  const isNew = now.getTime() - Date.parse(createdAt) < NEW_FOR_MS
  return `${isNew ? 'Welcome' : 'Welcome back'}, ${firstName}`
}

/** @example initials('Ada Lovelace') // AL */
export function initials(name: string): string {
  return name
    .split(' ')
    .map((part) => part[0])
    .join('')
}
