/** Tickets worked off by our people, through the real door. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, aMember, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff, setRoles } from '../../../testing/builders/staff.ts'
import { aTicket } from '../../../testing/builders/tickets.ts'
import { createBoard, getBoard, listBoards, unshareBoard } from '../../boards/contract.ts'
import { dispatch } from '../../platform/outbox.server.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ticketKindNames } from '../../tickets/kinds.ts'
import { ticketsReactions } from '../../tickets/reactions.server.ts'
import { assignTicket, closeTicket, getTicket, listInbox, reopenTicket, replyToTicket } from './contract.ts'
import { inboxReactions } from './reactions.server.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'http://localhost:4900', DEMO: '1', LOG_LEVEL: 'error' })
})
beforeEach(async () => {
  await shop.db.deleteFrom('tickets').execute()
  await shop.db.deleteFrom('events').execute()
  shop.jobs.sent.splice(0)
  shop.mail.sent.splice(0)
  staff = await aStaff(shop)
})
afterAll(() => shop.close())

/** Hands the news on and works every reaction off, as the worker does. */
const work = async () => {
  const reactions = [...ticketsReactions(shop.deps), ...inboxReactions(shop.deps)]
  await dispatch(shop.db, shop.jobs, reactions, shop.clock.now())
  for (const { name, data } of shop.jobs.sent) await reactions.find(one => one.name === name)?.react(data as never)
}
const at = (id: number) => ({ params: { id: String(id) } })
const reply = (
  id: number,
  body: { message?: string; board_id?: number; last_reply_id?: number; close?: boolean } = {},
) =>
  staff.visitor.call(replyToTicket, {
    ...at(id),
    body: { message: 'Three takes of it.', last_reply_id: null, ...body },
  })
const factsOf = async (id: number) => (await staff.visitor.call(getTicket, at(id))).data
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : 500),
  )
const idsOf = async (query: Parameters<typeof staff.visitor.call<typeof listInbox>>[1]['query']) =>
  (await staff.visitor.call(listInbox, { query })).data.map(({ id }) => id)
const aBoard = async (by = staff) => {
  const clips = [await aClip(shop), await aClip(shop)]
  const body = { name: 'Harbor at night', clip_id: clips.map(({ id }) => id) }
  return { clips, board: (await by.visitor.call(createBoard, { body })).data }
}

test('what is open stands by the day it is due, narrowed by state, kind, whose it is, and words', async () => {
  const [first, second, third] = [
    await aTicket(shop, { kind: 'contact', message: 'Where is\nmy 100% file?' }),
    await aTicket(shop, { kind: 'enterprise', name: 'Ada_Quill', email: 'ada@example.com' }),
    await aTicket(shop, { kind: 'billing_change' }),
  ]
  await shop.db
    .updateTable('tickets')
    .set({ due_at: new Date(shop.clock.now().getTime() - 1_000) })
    .where('id', '=', third)
    .execute()
  const { data, meta } = await staff.visitor.call(listInbox, { query: {} })
  expect(data.map(({ id, is_late }) => [id, is_late])).toEqual([
    [third, true],
    [first, false],
    [second, false],
  ])
  expect(data[1]).toMatchObject({ beginning: 'Where is my 100% file?', kind: 'contact', assignee: null })
  expect(meta.pagination).toEqual({ page: 1, per_page: 25, total: 3, total_pages: 1 })

  await staff.visitor.call(closeTicket, at(third))
  await staff.visitor.call(assignTicket, { ...at(first), body: { user_id: staff.user_id } })
  expect(await idsOf({ state: 'closed' })).toEqual([third])
  expect(await idsOf({ state: 'all' })).toEqual([third, second, first])
  expect(await idsOf({ kind: 'enterprise' })).toEqual([second])
  expect(await idsOf({ assigned: 'me' })).toEqual([first])
  expect(await idsOf({ assigned: 'nobody' })).toEqual([second])
  // What stands for anything in a pattern stands for itself.
  for (const [search, found] of [
    ['100%', [first]],
    ['a_q', [second]],
    ['%', [first]],
    ['ADA@', [second]],
    ['tidal', [first, second]],
    ['nothing\0', []],
  ] as const)
    expect(await idsOf({ search }), search).toEqual(found)
  expect(await idsOf({ search: data[0]?.reference ?? '', state: 'all' })).toEqual([third])
  expect(await idsOf({ page: '2' })).toEqual([])
})

test.each(ticketKindNames)('a ticket of %s is read with its mails and answered by mail, once', async kind => {
  const id = await aTicket(shop, { kind })
  await work()
  expect((await factsOf(id)).mails).toMatchObject([
    { kind: 'staff', to: 'hello@longtake.example', text: expect.stringContaining('A harbor at night.') },
    { kind: 'receipt', to: 'dana@example.com', sent_at: shop.clock.now().toISOString() },
  ])
  const { data } = await reply(id)
  expect(data).toMatchObject({ state: 'open', assignee: { id: staff.user_id }, details: [{ label: 'Project' }] })
  expect(data.mails.at(-1)).toMatchObject({ kind: 'reply', text: 'Three takes of it.', board: null, sent_at: null })
  await Promise.allSettled(Array.from({ length: 20 }, () => work()))
  await work()
  const answers = shop.mail.sent.filter(({ text }) => text.includes('Three takes of it.'))
  expect(answers).toMatchObject([
    { to: 'dana@example.com', reply_to: 'hello@longtake.example', subject: `Our answer (${data.reference})` },
  ])
  expect((await factsOf(id)).mails.at(-1)).toMatchObject({ sent_at: shop.clock.now().toISOString() })
})

test('somebody without an account gets the board by its link, which opens it', async () => {
  const id = await aTicket(shop)
  const { board, clips } = await aBoard()
  const { data } = await reply(id, { board_id: board.id, close: true })
  expect(data).toMatchObject({ state: 'closed' })
  expect(data.mails.at(-1)).toMatchObject({ board: { id: board.id, name: 'Harbor at night', is_delivered: false } })
  await work()
  const mail = shop.mail.sent.find(({ subject }) => subject === `We found your footage (${data.reference})`)
  const link = /http:\/\/localhost:4900\/board\/harbor-at-night\/\d+\?key=([\w-]+)/.exec(mail?.text ?? '')
  const seen = await shop.visitor().call(getBoard, { ...at(board.id), query: { key: link?.[1] ?? '' } })
  expect(seen.data.clips.map(({ id }) => id)).toEqual(clips.map(({ id }) => id))
})

test('a link that was taken back before the mail went out is not in it', async () => {
  const id = await aTicket(shop)
  const { board } = await aBoard()
  await reply(id, { board_id: board.id })
  await staff.visitor.call(unshareBoard, at(board.id))
  await work()
  expect(shop.mail.sent.at(-1)?.text).toContain('Three takes of it.')
  expect(shop.mail.sent.at(-1)?.text).not.toContain('/board/')
})

test('footage is delivered to the account: a board of their own, which ours does not change any more', async () => {
  const buyer = await aMember(shop)
  const id = await aTicket(shop, {}, buyer)
  const { board, clips } = await aBoard()
  await shop.db
    .updateTable('clips')
    .set({ status: 'withdrawn' })
    .where('id', '=', clips[1]?.id ?? 0)
    .execute()
  const { data } = await reply(id, { board_id: board.id })
  expect(data.mails.at(-1)).toMatchObject({ board: { is_delivered: true } })
  // Whoever has a copy needs no link to ours.
  const ours = shop.db.selectFrom('boards').where('id', '=', board.id).select('share_expires_at')
  expect(await ours.executeTakeFirst()).toEqual({ share_expires_at: null })
  const [mine] = (await buyer.visitor.call(listBoards, { query: {} })).data
  expect(mine).toMatchObject({ name: 'Harbor at night', can_change: true, maker: { is_you: true } })
  expect(mine?.id).not.toBe(board.id)
  const inside = await buyer.visitor.call(getBoard, { ...at(mine?.id ?? 0), query: {} })
  expect(inside.data.clips.map(({ id }) => id)).toEqual([clips[0]?.id])
  await work()
  expect(shop.mail.sent.at(-1)?.text).toContain(`http://localhost:4900/board/harbor-at-night/${mine?.id}`)
})

test('whoever left the workspace, or has no room for a board, gets the link', async () => {
  const [left, full] = [await aMember(shop), await aMember(shop)]
  const { board } = await aBoard()
  const tickets = [await aTicket(shop, {}, left), await aTicket(shop, {}, full)]
  await shop.db.deleteFrom('workspace_members').where('user_id', '=', left.user_id).execute()
  const { user_id, workspace_id } = full
  await shop.db
    .insertInto('boards')
    .values(Array.from({ length: 200 }, (_, at) => ({ user_id, workspace_id, name: `Board ${at}` })))
    .execute()
  for (const id of tickets) {
    const { data } = await reply(id, { board_id: board.id })
    expect(data.mails.at(-1)).toMatchObject({ board: { id: board.id, is_delivered: false } })
  }
})

test('a board that is empty, a stranger’s or nowhere goes with nothing, and nothing is kept', async () => {
  const id = await aTicket(shop)
  const empty = (await staff.visitor.call(createBoard, { body: { name: 'Empty' } })).data
  const { board: foreign } = await aBoard(await aMember(shop))
  await expect(reply(id, { board_id: empty.id })).rejects.toMatchObject({
    status: 422,
    errors: { board_id: ['There is nothing on this board yet.'] },
  })
  const { board: withdrawn, clips } = await aBoard()
  const gone = shop.db.updateTable('clips').set({ status: 'withdrawn' })
  for (const clip of clips) await gone.where('id', '=', clip.id).execute()
  await expect(reply(id, { board_id: withdrawn.id })).rejects.toMatchObject({
    status: 422,
    errors: { board_id: ['No clip of this board is on sale.'] },
  })
  expect(await statusOf(reply(id, { board_id: foreign.id }))).toBe(404)
  expect(await statusOf(reply(id, { board_id: 999_999_999 }))).toBe(404)
  for (const message of ['', ' \n ', 'a'.repeat(5_001)]) expect(await statusOf(reply(id, { message }))).toBe(422)
  expect(await factsOf(id)).toMatchObject({ last_reply_id: null, history: [], assignee: null })
})

test('nobody answers past a colleague: of twenty at once one does, and the next has read it', async () => {
  const id = await aTicket(shop)
  const colleagues = await Promise.all(Array.from({ length: 20 }, () => aStaff(shop)))
  const statuses = await Promise.all(
    colleagues.map(({ visitor }, at) =>
      statusOf(
        visitor.call(replyToTicket, {
          params: { id: String(id) },
          body: { message: `Answer ${at}`, last_reply_id: null },
        }),
      ),
    ),
  )
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  const { last_reply_id, mails } = await factsOf(id)
  expect(mails.filter(({ kind }) => kind === 'reply')).toHaveLength(1)
  expect(await statusOf(reply(id, { last_reply_id: last_reply_id ?? 0 }))).toBe(200)
})

test('closed once, reopened once, answered only while open; each is written down for good', async () => {
  const id = await aTicket(shop)
  const other = await aStaff(shop)
  const give = (user_id: number | null) => staff.visitor.call(assignTicket, { ...at(id), body: { user_id } })
  await give(other.user_id)
  await give(other.user_id)
  await give(null)
  await reply(id, { close: true })
  expect(await statusOf(staff.visitor.call(closeTicket, at(id)))).toBe(409)
  expect(await statusOf(reply(id))).toBe(409)
  await other.visitor.call(reopenTicket, at(id))
  expect(await statusOf(other.visitor.call(reopenTicket, at(id)))).toBe(409)
  const { history } = await factsOf(id)
  expect(history.map(({ what, staff_email, to }) => [what, staff_email, to])).toEqual([
    ['reopened', other.email, null],
    ['closed', staff.email, null],
    ['assigned', staff.email, staff.email],
    ['replied', staff.email, null],
    ['unassigned', staff.email, null],
    ['assigned', staff.email, other.email],
  ])
  await expect(shop.db.updateTable('ticket_actions').set({ ticket_id: 0 }).execute()).rejects.toThrow('append-only')
  await expect(shop.db.deleteFrom('ticket_actions').execute()).rejects.toThrow('append-only')
})

test('only our own people can be given a ticket, and they are all whom the room offers', async () => {
  const id = await aTicket(shop)
  const buyer = await aMember(shop)
  for (const user_id of [buyer.user_id, 999_999_999])
    expect(await statusOf(staff.visitor.call(assignTicket, { ...at(id), body: { user_id } }))).toBe(422)
  // Whoever was one of us keeps what they have until it is given on.
  const former = await aStaff(shop)
  const give = (user_id: number) => staff.visitor.call(assignTicket, { ...at(id), body: { user_id } })
  await give(former.user_id)
  await setRoles(shop, former.user_id, [1])
  expect((await give(former.user_id)).data.assignee).toMatchObject({ id: former.user_id })
  await give(staff.user_id)
  expect(await statusOf(give(former.user_id))).toBe(422)
  const { colleagues } = await factsOf(id)
  expect(colleagues.map(({ id }) => id)).toContain(staff.user_id)
  expect(colleagues.map(({ id }) => id)).not.toContain(buyer.user_id)
  expect(await statusOf(staff.visitor.call(getTicket, at(999_999_999)))).toBe(404)
})
