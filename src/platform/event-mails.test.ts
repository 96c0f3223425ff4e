/** What is known of the mails about a piece of news outlives it: a reaction may be tried again long after. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { dispatch, forgetOldEvents, jobOf, keyOfEvent, reaction, record } from './outbox.server.ts'

const day = 86_400_000

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/** News that was handed on, and how a reaction to it is run that mails two people, and does not get to the second while `fails`. */
const aPiece = async (subject: string) => {
  await shop.db.transaction().execute(trx => record(trx, 'ticket.opened', { ticket_id: 1 }))
  await dispatch(shop.db, shop.jobs, [], shop.clock.now())
  const { id } = await shop.db.selectFrom('events').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const state = { fails: true }
  const { run } = jobOf(
    reaction('probe.mail', 'ticket.opened', async () => {
      const mail = { subject, text: '', html: '' }
      await shop.mail.send({ ...mail, to: 'ada@example.com' })
      if (state.fails) throw new Error('the second mailbox is away')
      await shop.mail.send({ ...mail, to: 'mara@example.com' })
    }),
  )
  const readers = () => shop.mail.sent.filter(mail => mail.subject === subject).map(({ to }) => to)
  return { id, state, readers, tried: () => run({ ticket_id: 1 }, keyOfEvent(id)) }
}

const later = async (days: number) => {
  shop.clock.advance(days * day)
  await forgetOldEvents(shop.db, shop.clock.now())
}
const isKept = async (id: number) => ({
  event: (await shop.db.selectFrom('events').where('id', '=', id).select('id').execute()).length > 0,
  mails: (await shop.db.selectFrom('event_mails').where('event_id', '=', id).select('event_id').execute()).length > 0,
})

test('a mail that never went out goes out when it is tried again after its news is forgotten', async () => {
  const { id, state, readers, tried } = await aPiece('Late')
  await later(31)
  expect(await isKept(id)).toEqual({ event: false, mails: false })
  state.fails = false
  await tried()
  await tried()
  expect(readers()).toEqual(['ada@example.com', 'mara@example.com'])
})

test('whoever had their mail gets no second one, in all the time that the dead letter waits, and again that it waits', async () => {
  const { id, state, readers, tried } = await aPiece('Half')
  await expect(tried()).rejects.toThrow('away')
  await later(365)
  await expect(tried()).rejects.toThrow('away')
  await later(365)
  expect(await isKept(id)).toEqual({ event: false, mails: true })
  state.fails = false
  await tried()
  expect(readers()).toEqual(['ada@example.com', 'mara@example.com'])
  // No dead letter is left by now.
  await later(396)
  expect(await isKept(id)).toEqual({ event: false, mails: false })
})

test('what is known of mails stays as long as their news', async () => {
  const { id, tried } = await aPiece('Waiting')
  await expect(tried()).rejects.toThrow('away')
  await shop.db.updateTable('events').set({ dispatched_at: null }).where('id', '=', id).execute()
  await later(800)
  expect(await isKept(id)).toEqual({ event: true, mails: true })
})
