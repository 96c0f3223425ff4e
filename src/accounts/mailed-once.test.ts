/** News about an account that is handed on again: no mail comes twice, and no link that somebody has is ended by one that is not sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { newcomer } from '../../testing/builders/people.ts'
import { jobOf, keyOfEvent, record } from '../platform/outbox.server.ts'
import { privacyReactions } from './privacy/jobs.server.ts'
import { accountsReactions } from './reactions.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/** Has a reaction answer the last news of a kind, as its job does. */
const answer = async (name: string) => {
  const reaction = [...accountsReactions(shop.deps), ...privacyReactions(shop.deps, [])].find(one => one.name === name)
  if (!reaction) throw new Error('There is no such reaction.')
  const { id, payload } = await shop.db
    .selectFrom('events')
    .where('name', '=', reaction.to)
    .orderBy('id', 'desc')
    .select(['id', 'payload'])
    .executeTakeFirstOrThrow()
  await jobOf(reaction).run(payload as object, keyOfEvent(id))
}

test.each([
  ['accounts.mail-verification', 'email_verifications'],
  ['accounts.mail-email-confirmation', 'email_changes'],
  ['accounts.mail-deletion-asked', 'account_deletions'],
] as const)('%s: the link in the one mail still opens', async (name, table) => {
  const { user } = await newcomer(shop)
  const { id: user_id, email } = user
  const now = shop.clock.now()
  const later = new Date(now.getTime() + 86_400_000)
  await shop.db.transaction().execute(async trx => {
    if (table === 'account_deletions') {
      await trx.insertInto(table).values({ user_id, asked_at: now, due_at: later }).execute()
      await record(trx, 'user.deletion_asked', { user_id })
    }
    if (table === 'email_changes') {
      const { id } = await trx
        .insertInto(table)
        .values({ user_id, old_email: email, new_email: `new-${email}`, expires_at: later })
        .returning('id')
        .executeTakeFirstOrThrow()
      await record(trx, 'user.email_change_requested', { change_id: id })
    }
  })
  const links = () => shop.db.selectFrom(table).where('user_id', '=', user_id).select('token_hash').execute()
  const sent = shop.mail.sent.length
  await answer(name)
  const before = await links()
  expect(before).toMatchObject([{ token_hash: expect.anything() }])
  for (let n = 0; n < 3; n += 1) await answer(name)
  expect(await links()).toEqual(before)
  expect(shop.mail.sent.slice(sent)).toHaveLength(1)
})
