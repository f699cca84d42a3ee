import { expect, test } from 'vitest'
import { looksLikeCredentials, withoutCredentials } from './credentials.ts'

test.each([
  'Password: hunter2',
  'password=hunter2',
  'Hier das Passwort : hunter2',
  'User: clara\nPass: hunter2',
  'pwd=x',
  '(pw: abc)',
  'The password is hunter2, thanks',
  'Das Kennwort ist 12geheim',
  'Login: clara / hunter2',
  'user=clara/hunter2',
  'ftp://clara:hunter2@files.example',
])('looks like credentials: %j', (text) => {
  expect(looksLikeCredentials(text)).toBe(true)
})

test.each([
  '',
  'I forgot my password.',
  'The password is wrong',
  'Is the password reset page part of it?',
  'Password:',
  'Bypass: the road around the town',
  'Our users: 12 / 2026',
  'See https://shop.example/login?next=/a',
  'It starts at 10:30 for user Clara',
  'Write to clara@example.com',
])('looks like nothing of that: %j', (text) => {
  expect(looksLikeCredentials(text)).toBe(false)
})

test('what stays of a message is the rest of its lines', () => {
  expect(withoutCredentials('Hello,\nuser: clara\npassword: hunter2\n\nThanks')).toBe(
    'Hello,\nuser: clara\n\nThanks',
  )
  expect(withoutCredentials('password: hunter2')).toBe('')
})

// A pattern with catastrophic backtracking would exceed the test's time limit.
test('a long text is looked through', () => {
  expect(looksLikeCredentials('login: '.repeat(5_000))).toBe(false)
  expect(looksLikeCredentials('user:'.repeat(5_000))).toBe(false)
  expect(looksLikeCredentials(`://${'a'.repeat(5_000)}:`.repeat(20))).toBe(false)
})
