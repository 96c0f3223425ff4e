/** Seeds an Editfest that everyone in the demo can enter with the code EDITFEST. */
import { createEditfest } from '../src/editfest/editfests.server.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import type { Deps } from '../src/platform/deps.ts'
import { setFlag } from '../src/platform/flags/flag-changes.server.ts'
import { supporter } from './people.ts'

const SIXTY_DAYS_MS = 60 * DAY_MS

export const seedEditfest = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const staff = await db.selectFrom('users').where('email', '=', supporter.email).select('id').executeTakeFirst()
  if (!staff) return
  await db.transaction().execute(async trx => {
    await createEditfest(trx, {
      code: 'EDITFEST',
      name: `Editfest ${now.getUTCFullYear()}`,
      starts_at: now,
      ends_at: new Date(now.getTime() + SIXTY_DAYS_MS),
      clip_limit: 12,
      max_workspaces: null,
    })
    const state = { is_on: true, share: 100, user_ids: [], workspace_ids: [] }
    for (const key of ['editfest-coupon', 'editfest-downloads'] as const)
      await setFlag(trx, { key, state, actor_user_id: staff.id, now })
  })
}
