import type { App, Services } from '../../app-type.ts'
import { User } from '../../contract/auth.ts'
import { ProfileBody } from '../../contract/profile.ts'
import { getUser } from '../../plugins/guards.ts'
import { toWireUser } from '../auth/account.ts'
import { updateProfile } from './profile.ts'

export function profileRoutes(app: App, { db }: Services): void {
  app.put(
    '/user/profile',
    {
      config: { access: 'customer' },
      schema: { summary: 'Change your profile', body: ProfileBody, response: { 200: User } },
    },
    async (request) => toWireUser(await updateProfile(db, getUser(request), request.body)),
  )
}
