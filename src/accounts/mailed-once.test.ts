/**
 * Tests for account events that are delivered again: no mail is sent twice, and the link in the first mail keeps
 * working.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'
import type { Deps } from '#platform/deps.ts'
import { createReactionJobs, eventJobKey, recordEvent } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { registerPerson } from '../../testing/builders/people.ts'
import { privacyReactions } from './privacy/jobs.server.ts'
import { accountsReactions } from './reactions.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/** Runs a reaction on the latest event of its kind, as its job does. */
const runReaction = async (name: string) => {
  const listReactions = (deps: Deps) => [...accountsReactions(deps), ...privacyReactions(deps, [])]
  const reaction = listReactions(shop.deps).find(candidate => candidate.name === name)
  const job = createReactionJobs(shop.deps, listReactions).find(candidate => candidate.name === name)
  if (!reaction || !job) throw new Error('There is no such reaction.')
  const { id, payload } = await shop.db
    .selectFrom('events')
    .where('name', '=', reaction.event)
    .orderBy('id', 'desc')
    .select(['id', 'payload'])
    .executeTakeFirstOrThrow()
  await job.run(payload as object, eventJobKey(id))
}

test.each([
  ['accounts.mail-verification', 'email_verifications'],
  ['accounts.mail-email-confirmation', 'email_changes'],
  ['accounts.mail-deletion-requested', 'account_deletions'],
] as const)('%s: the link in the first mail still works', async (name, table) => {
  const { user } = await registerPerson(shop)
  const { id: user_id, email } = user
  const now = shop.clock.now()
  const later = new Date(now.getTime() + DAY_MS)
  await shop.db.transaction().execute(async trx => {
    if (table === 'account_deletions') {
      await trx.insertInto(table).values({ user_id, requested_at: now, due_at: later }).execute()
      await recordEvent(trx, 'user.deletion_requested', { user_id })
    }
    if (table === 'email_changes') {
      const { id } = await trx
        .insertInto(table)
        .values({ user_id, old_email: email, new_email: `new-${email}`, expires_at: later })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordEvent(trx, 'user.email_change_requested', { change_id: id })
    }
  })
  const listTokenHashes = () => shop.db.selectFrom(table).where('user_id', '=', user_id).select('token_hash').execute()
  const sentCount = shop.mail.sent.length
  await runReaction(name)
  const tokenHashes = await listTokenHashes()
  expect(tokenHashes).toMatchObject([{ token_hash: expect.anything() }])
  for (let n = 0; n < 3; n += 1) await runReaction(name)
  expect(await listTokenHashes()).toEqual(tokenHashes)
  expect(shop.mail.sent.slice(sentCount)).toHaveLength(1)
})
