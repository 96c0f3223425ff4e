/** Seeds filmmakers and updates the earnings ledger. */
import { hashPassword } from '../../src/accounts/passwords.server.ts'
import { linkFilmmaker } from '../../src/earnings/people.server.ts'
import { earningsReactions } from '../../src/earnings/reactions.server.ts'
import type { EventName, EventPayloads } from '../../src/platform/jobs/outbox.server.ts'
import type { TestApp } from '../app.ts'
import { seedMember, type Buyer, type TestClip } from './orders.ts'
import { good_password } from './people.ts'

/** Sets somebody's password to the default test password. */
export const assignPassword = async ({ db }: TestApp, { user_id }: { user_id: number }): Promise<void> => {
  const password_hash = await hashPassword(good_password)
  await db.updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
}

/** Seeds a signed-in manager of the clip's filmmaker. */
export const seedFilmmaker = async (shop: TestApp, clip: TestClip): Promise<Buyer & { filmmaker_id: number }> => {
  const person = await seedMember(shop)
  const { filmmaker_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip.id)
    .select('filmmaker_id')
    .executeTakeFirstOrThrow()
  const link = { user_id: person.user_id, filmmaker_id, now: shop.clock.now() }
  await shop.db.transaction().execute(trx => linkFilmmaker(trx, link))
  return { ...person, filmmaker_id }
}

/** Runs the reaction that mails the last invite to a filmmaker, and returns the token of its link. */
export const mailFilmmakerInvite = async (shop: TestApp): Promise<string> => {
  const { payload } = await shop.db
    .selectFrom('events')
    .where('name', '=', 'filmmaker.invited')
    .orderBy('id', 'desc')
    .limit(1)
    .select('payload')
    .executeTakeFirstOrThrow()
  for (const { event, handle } of earningsReactions(shop.deps))
    if (event === 'filmmaker.invited') await handle(payload as EventPayloads['filmmaker.invited'])
  return /\/filmmaker-invite\/([\w-]{43})/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[1] ?? ''
}

/** Replays all events to the ledger, `times` times: events may arrive late and repeatedly. */
export const replayToLedger = async (shop: TestApp, times = 1): Promise<void> => {
  const events = await shop.db.selectFrom('events').orderBy('id').select(['name', 'payload']).execute()
  for (let n = 0; n < times; n += 1)
    for (const { name, payload } of events)
      for (const { event: to, handle: react } of earningsReactions(shop.deps))
        if (to === name) await react(payload as EventPayloads[EventName])
}
