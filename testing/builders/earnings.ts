/** Filmmakers, and the ledger brought to what has been told. */
import { hashPassword } from '../../src/accounts/passwords.server.ts'
import { linkFilmmaker } from '../../src/earnings/people.server.ts'
import { earningsReactions } from '../../src/earnings/reactions.server.ts'
import type { EventName, Events } from '../../src/platform/outbox.server.ts'
import type { TestApp } from '../app.ts'
import { aMember, type Buyer, type TestClip } from './orders.ts'
import { good_password } from './people.ts'

/** From now on somebody's password is the good one. */
export const givePassword = async ({ db }: TestApp, { user_id }: { user_id: number }): Promise<void> => {
  const password_hash = await hashPassword(good_password)
  await db.updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
}

/** Somebody signed in who looks after whoever made a clip. */
export const aFilmmaker = async (shop: TestApp, clip: TestClip): Promise<Buyer & { filmmaker_id: number }> => {
  const person = await aMember(shop)
  const { filmmaker_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip.id)
    .select('filmmaker_id')
    .executeTakeFirstOrThrow()
  const link = { user_id: person.user_id, filmmaker_id, now: shop.clock.now() }
  await shop.db.transaction().execute(trx => linkFilmmaker(trx, link))
  return { ...person, filmmaker_id }
}

/** Tells the ledger all news that there ever was, so many times: news may come late and more than once. */
export const tellLedger = async (shop: TestApp, times = 1): Promise<void> => {
  const events = await shop.db.selectFrom('events').orderBy('id').select(['name', 'payload']).execute()
  for (let n = 0; n < times; n += 1)
    for (const { name, payload } of events)
      for (const { to, react } of earningsReactions(shop.deps))
        if (to === name) await react(payload as Events[EventName])
}
