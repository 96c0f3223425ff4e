/** Tests that email records outlive their event, because a reaction may be retried long afterwards. */

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { DAY_MS } from '../clock.ts'
import {
  dispatchEvents,
  purgeOldEvents,
  createReactionJobs,
  eventJobKey,
  reaction,
  recordEvent,
} from '../jobs/outbox.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/**
 * Dispatches an event, and returns a way to run a reaction to it that emails two users and fails before the second one
 * while `fails` is true.
 */
const createEvent = async (subject: string) => {
  await shop.db.transaction().execute(trx => recordEvent(trx, 'ticket.opened', { ticket_id: 1 }))
  await dispatchEvents(shop.db, shop.jobs, [], shop.clock.now())
  const { id } = await shop.db.selectFrom('events').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const state = { fails: true }
  const [job] = createReactionJobs(shop.deps, ({ mail }) => [
    reaction('probe.mail', 'ticket.opened', async () => {
      const content = async () => ({ subject, text: '', html: '' })
      await mail.send({ content, to: 'ada@example.com' })
      if (state.fails) throw new Error('the second mailbox is away')
      await mail.send({ content, to: 'mara@example.com' })
    }),
  ])
  const recipients = () => shop.mail.sent.filter(mail => mail.subject === subject).map(({ to }) => to)
  return { id, state, recipients, runReaction: async () => job?.run({ ticket_id: 1 }, eventJobKey(id)) }
}

const advanceDays = async (days: number) => {
  shop.clock.advance(days * DAY_MS)
  await purgeOldEvents(shop.db, shop.clock.now())
}
const isStored = async (id: number) => ({
  event: (await shop.db.selectFrom('events').where('id', '=', id).select('id').execute()).length > 0,
  mails: (await shop.db.selectFrom('event_mails').where('event_id', '=', id).select('event_id').execute()).length > 0,
})

test('an email that was never sent is sent when its reaction is retried after the event is deleted', async () => {
  const { id, state, recipients, runReaction } = await createEvent('Late')
  await advanceDays(31)
  expect(await isStored(id)).toEqual({ event: false, mails: false })
  state.fails = false
  await runReaction()
  await runReaction()
  expect(recipients()).toEqual(['ada@example.com', 'mara@example.com'])
})

test('a recipient gets no duplicate, however long the dead letter waits', async () => {
  const { id, state, recipients, runReaction } = await createEvent('Half')
  await expect(runReaction()).rejects.toThrow('away')
  await advanceDays(365)
  await expect(runReaction()).rejects.toThrow('away')
  await advanceDays(365)
  expect(await isStored(id)).toEqual({ event: false, mails: true })
  state.fails = false
  await runReaction()
  expect(recipients()).toEqual(['ada@example.com', 'mara@example.com'])
  // No dead letter is left by now.
  await advanceDays(396)
  expect(await isStored(id)).toEqual({ event: false, mails: false })
})

test('email records are retained as long as their event', async () => {
  const { id, runReaction } = await createEvent('Waiting')
  await expect(runReaction()).rejects.toThrow('away')
  await shop.db.updateTable('events').set({ dispatched_at: null }).where('id', '=', id).execute()
  await advanceDays(800)
  expect(await isStored(id)).toEqual({ event: true, mails: true })
})
