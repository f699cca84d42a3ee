import { beforeEach, expect, test } from 'vitest'
import { AssignmentNote, type StaffAssignment } from '../../../db/models/order-work/staff-assignment.ts'
import { insertAssignment, insertOrder, insertUser } from '../../../db/testing/builders.ts'
import { type SignedIn, signInAs } from '../../testing/back-office.ts'
import { openTestApp } from '../../testing/test-app.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let sam: SignedIn
let assignment: StaffAssignment
beforeEach(async () => {
  sam = await signInAs(shop, { firstName: 'Sam', lastName: 'Iyer', isStaff: true })
  const admin = await insertUser(shop.db, { isAdmin: true })
  assignment = await insertAssignment(shop.db, {
    staffId: sam.user.id,
    orderId: (await insertOrder(shop.db)).id,
    assignedById: admin.id,
    notes: 'Call first',
  })
})

const addNote = (browser = sam.browser, note: unknown = 'Called: they prefer mornings.') =>
  browser.post(`/api/staff/assignments/${assignment.id}/notes`, { note })

test('a note of the staff is stored with its author and time, beside the admin’s notes', async () => {
  const response = await addNote(sam.browser, '  Called: they prefer mornings.\n')
  expect(response.statusCode).toBe(201)
  await addNote(sam.browser, 'Started on the logo.')
  const [listed] = (await sam.browser.get('/api/staff/assignments')).json()
  expect(listed).toMatchObject({
    notes: 'Call first',
    staffNotes: [
      {
        note: 'Called: they prefer mornings.',
        author: { id: sam.user.id, firstName: 'Sam', lastName: 'Iyer' },
        createdAt: expect.stringMatching(/Z$/),
      },
      { note: 'Started on the logo.' },
    ],
  })
  expect(response.json().staffNotes).toEqual([listed.staffNotes[0]])
})

test('an empty or too long note is refused', async () => {
  for (const note of ['', '  ', null, 7, 'x'.repeat(2001), 'a\u0000b']) {
    const response = await addNote(sam.browser, note)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ issues: [{ path: 'note' }] })
  }
  expect(await AssignmentNote.query(shop.db).resultSize()).toBe(0)
})

test('nobody notes down anything about somebody else’s assignment', async () => {
  const other = await signInAs(shop, { isStaff: true })
  expect((await addNote(other.browser)).statusCode).toBe(404)
  const admin = await signInAs(shop, { isAdmin: true })
  expect((await addNote(admin.browser)).statusCode).toBe(403)
  expect(await AssignmentNote.query(shop.db).resultSize()).toBe(0)
})

test('the author is the signed-in user, whatever the body says', async () => {
  const extra = { note: 'Mine', authorId: 1, assignmentId: 99, createdAt: '2000-01-01T00:00:00Z' }
  await sam.browser.post(`/api/staff/assignments/${assignment.id}/notes`, extra)
  const [stored] = await AssignmentNote.query(shop.db)
  expect(stored).toMatchObject({ authorId: sam.user.id, assignmentId: assignment.id })
  expect(stored?.createdAt.getFullYear()).toBeGreaterThan(2000)
})
