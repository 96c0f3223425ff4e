/** Tests for staff working on tickets, through the API. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createBoard, getBoard, listBoards, unshareBoard } from '#boards/contract.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { dispatchEvents } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff, setRoles } from '../../../testing/builders/staff.ts'
import { seedTicket } from '../../../testing/builders/tickets.ts'
import { ticketKindNames } from '../kinds.ts'
import { ticketsReactions } from '../reactions.server.ts'
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
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

/** Dispatches the events and runs every reaction, like the worker. */
const runReactions = async () => {
  const reactions = [...ticketsReactions(shop.deps), ...inboxReactions(shop.deps)]
  await dispatchEvents(shop.db, shop.jobs, reactions, shop.clock.now())
  for (const { name, data } of shop.jobs.sent) await reactions.find(item => item.name === name)?.handle(data as never)
}
const withId = (id: number) => ({ params: { id: String(id) } })
const sendReply = (
  id: number,
  body: { message?: string; board_id?: number; last_reply_id?: number; close?: boolean } = {},
) =>
  staff.visitor.call(replyToTicket, {
    ...withId(id),
    body: { message: 'Three takes of it.', last_reply_id: null, ...body },
  })
const loadTicket = async (id: number) => (await staff.visitor.call(getTicket, withId(id))).data
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : 500),
  )
const listIds = async (query: Parameters<typeof staff.visitor.call<typeof listInbox>>[1]['query']) =>
  (await staff.visitor.call(listInbox, { query })).data.map(({ id }) => id)
const createStaffBoard = async (owner = staff) => {
  const clips = [await seedClip(shop), await seedClip(shop)]
  const body = { name: 'Harbor at night', clip_id: clips.map(({ id }) => id) }
  return { clips, board: (await owner.visitor.call(createBoard, { body })).data }
}

test('open tickets are sorted by due date and filtered by state, kind, assignee and text', async () => {
  const [first, second, third] = [
    await seedTicket(shop, { kind: 'contact', message: 'Where is\nmy 100% file?' }),
    await seedTicket(shop, { kind: 'enterprise', name: 'Ada_Quill', email: 'ada@example.com' }),
    await seedTicket(shop, { kind: 'billing_change' }),
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

  await staff.visitor.call(closeTicket, withId(third))
  await staff.visitor.call(assignTicket, { ...withId(first), body: { user_id: staff.user_id } })
  expect(await listIds({ state: 'closed' })).toEqual([third])
  expect(await listIds({ state: 'all' })).toEqual([third, second, first])
  expect(await listIds({ kind: 'enterprise' })).toEqual([second])
  expect(await listIds({ assigned: 'me' })).toEqual([first])
  expect(await listIds({ assigned: 'nobody' })).toEqual([second])
  // Wildcards of a pattern are taken literally.
  for (const [search, expected] of [
    ['100%', [first]],
    ['a_q', [second]],
    ['%', [first]],
    ['ADA@', [second]],
    ['tidal', [first, second]],
    ['nothing\0', []],
  ] as const)
    expect(await listIds({ search }), search).toEqual(expected)
  expect(await listIds({ search: data[0]?.reference ?? '', state: 'all' })).toEqual([third])
  expect(await listIds({ page: '2' })).toEqual([])
})

test.each(ticketKindNames)('a ticket of %s is shown with its mails and answered by mail, once', async kind => {
  const id = await seedTicket(shop, { kind })
  await runReactions()
  expect((await loadTicket(id)).mails).toMatchObject([
    { kind: 'staff', to: 'hello@longtake.example', text: expect.stringContaining('A harbor at night.') },
    { kind: 'receipt', to: 'dana@example.com', sent_at: shop.clock.now().toISOString() },
  ])
  const { data } = await sendReply(id)
  expect(data).toMatchObject({ state: 'open', assignee: { id: staff.user_id }, details: [{ label: 'Project' }] })
  expect(data.mails.at(-1)).toMatchObject({ kind: 'reply', text: 'Three takes of it.', board: null, sent_at: null })
  await Promise.allSettled(Array.from({ length: 20 }, () => runReactions()))
  await runReactions()
  const replyMails = shop.mail.sent.filter(({ text }) => text.includes('Three takes of it.'))
  expect(replyMails).toMatchObject([
    { to: 'dana@example.com', reply_to: 'hello@longtake.example', subject: `Our answer (${data.reference})` },
  ])
  expect((await loadTicket(id)).mails.at(-1)).toMatchObject({ sent_at: shop.clock.now().toISOString() })
})

test('a person without an account gets the board’s link, which opens it', async () => {
  const id = await seedTicket(shop)
  const { board, clips } = await createStaffBoard()
  const { data } = await sendReply(id, { board_id: board.id, close: true })
  expect(data).toMatchObject({ state: 'closed' })
  expect(data.mails.at(-1)).toMatchObject({ board: { id: board.id, name: 'Harbor at night', is_delivered: false } })
  await runReactions()
  const mail = shop.mail.sent.find(({ subject }) => subject === `We found your footage (${data.reference})`)
  const link = /http:\/\/localhost:4900\/board\/harbor-at-night\/\d+\?key=([\w-]+)/.exec(mail?.text ?? '')
  const response = await shop.visitor().call(getBoard, { ...withId(board.id), query: { key: link?.[1] ?? '' } })
  expect(response.data.clips.map(({ id }) => id)).toEqual(clips.map(({ id }) => id))
})

test('a link that was revoked before the mail was sent is not in the mail', async () => {
  const id = await seedTicket(shop)
  const { board } = await createStaffBoard()
  await sendReply(id, { board_id: board.id })
  await staff.visitor.call(unshareBoard, withId(board.id))
  await runReactions()
  expect(shop.mail.sent.at(-1)?.text).toContain('Three takes of it.')
  expect(shop.mail.sent.at(-1)?.text).not.toContain('/board/')
})

test('footage is delivered to an account as its own board, which no longer follows ours', async () => {
  const buyer = await seedMember(shop)
  const id = await seedTicket(shop, {}, buyer)
  const { board, clips } = await createStaffBoard()
  await shop.db
    .updateTable('clips')
    .set({ status: 'withdrawn' })
    .where('id', '=', clips[1]?.id ?? 0)
    .execute()
  const { data } = await sendReply(id, { board_id: board.id })
  expect(data.mails.at(-1)).toMatchObject({ board: { is_delivered: true } })
  // A person with their own copy needs no link to our board.
  const sharedBoards = shop.db.selectFrom('boards').where('id', '=', board.id).select('share_expires_at')
  expect(await sharedBoards.executeTakeFirst()).toEqual({ share_expires_at: null })
  const [ownBoard] = (await buyer.visitor.call(listBoards, { query: {} })).data
  expect(ownBoard).toMatchObject({ name: 'Harbor at night', can_change: true, maker: { is_you: true } })
  expect(ownBoard?.id).not.toBe(board.id)
  const response = await buyer.visitor.call(getBoard, { ...withId(ownBoard?.id ?? 0), query: {} })
  expect(response.data.clips.map(({ id }) => id)).toEqual([clips[0]?.id])
  await runReactions()
  expect(shop.mail.sent.at(-1)?.text).toContain(`http://localhost:4900/board/harbor-at-night/${ownBoard?.id}`)
})

test('a person who left the workspace, or has reached the board limit, gets the link', async () => {
  const [formerMember, memberAtLimit] = [await seedMember(shop), await seedMember(shop)]
  const { board } = await createStaffBoard()
  const tickets = [await seedTicket(shop, {}, formerMember), await seedTicket(shop, {}, memberAtLimit)]
  await shop.db.deleteFrom('workspace_members').where('user_id', '=', formerMember.user_id).execute()
  const { user_id, workspace_id } = memberAtLimit
  await shop.db
    .insertInto('boards')
    .values(Array.from({ length: 200 }, (_, index) => ({ user_id, workspace_id, name: `Board ${index}` })))
    .execute()
  for (const id of tickets) {
    const { data } = await sendReply(id, { board_id: board.id })
    expect(data.mails.at(-1)).toMatchObject({ board: { id: board.id, is_delivered: false } })
  }
})

test('a reply with an empty, foreign or unknown board is refused, and nothing is saved', async () => {
  const id = await seedTicket(shop)
  const empty = (await staff.visitor.call(createBoard, { body: { name: 'Empty' } })).data
  const { board: foreign } = await createStaffBoard(await seedMember(shop))
  await expect(sendReply(id, { board_id: empty.id })).rejects.toMatchObject({
    status: 422,
    errors: { board_id: ['This board is empty.'] },
  })
  const { board: withdrawn, clips } = await createStaffBoard()
  const withdrawClips = shop.db.updateTable('clips').set({ status: 'withdrawn' })
  for (const clip of clips) await withdrawClips.where('id', '=', clip.id).execute()
  await expect(sendReply(id, { board_id: withdrawn.id })).rejects.toMatchObject({
    status: 422,
    errors: { board_id: ['No clip of this board is for sale.'] },
  })
  expect(await statusOf(sendReply(id, { board_id: foreign.id }))).toBe(404)
  expect(await statusOf(sendReply(id, { board_id: 999_999_999 }))).toBe(404)
  for (const message of ['', ' \n ', 'a'.repeat(5_001)]) expect(await statusOf(sendReply(id, { message }))).toBe(422)
  expect(await loadTicket(id)).toMatchObject({ last_reply_id: null, history: [], assignee: null })
})

test('of twenty simultaneous replies one is sent, and the next reply needs to have seen it', async () => {
  const id = await seedTicket(shop)
  const colleagues = await Promise.all(Array.from({ length: 20 }, () => seedStaff(shop)))
  const statuses = await Promise.all(
    colleagues.map(({ visitor }, index) =>
      statusOf(
        visitor.call(replyToTicket, {
          params: { id: String(id) },
          body: { message: `Answer ${index}`, last_reply_id: null },
        }),
      ),
    ),
  )
  expect(statuses.toSorted((left, right) => left - right)).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  const { last_reply_id, mails } = await loadTicket(id)
  expect(mails.filter(({ kind }) => kind === 'reply')).toHaveLength(1)
  expect(await statusOf(sendReply(id, { last_reply_id: last_reply_id ?? 0 }))).toBe(200)
})

test('a ticket is closed once, reopened once and answered only while it is open, all in an append-only log', async () => {
  const id = await seedTicket(shop)
  const other = await seedStaff(shop)
  const assign = (user_id: number | null) => staff.visitor.call(assignTicket, { ...withId(id), body: { user_id } })
  await assign(other.user_id)
  await assign(other.user_id)
  await assign(null)
  await sendReply(id, { close: true })
  expect(await statusOf(staff.visitor.call(closeTicket, withId(id)))).toBe(409)
  expect(await statusOf(sendReply(id))).toBe(409)
  await other.visitor.call(reopenTicket, withId(id))
  expect(await statusOf(other.visitor.call(reopenTicket, withId(id)))).toBe(409)
  const { history } = await loadTicket(id)
  expect(history.map(({ what, staff_email, to }) => [what, staff_email, to])).toEqual([
    ['reopened', other.email, null],
    ['closed', staff.email, null],
    ['assigned', staff.email, staff.email],
    ['replied', staff.email, null],
    ['unassigned', staff.email, null],
    ['assigned', staff.email, other.email],
  ])
})

test('a ticket can be assigned only to staff, who are all offered as assignees', async () => {
  const id = await seedTicket(shop)
  const buyer = await seedMember(shop)
  for (const user_id of [buyer.user_id, 999_999_999])
    expect(await statusOf(staff.visitor.call(assignTicket, { ...withId(id), body: { user_id } }))).toBe(422)
  // A former staff member keeps their tickets until they are reassigned.
  const formerStaff = await seedStaff(shop)
  const assign = (user_id: number) => staff.visitor.call(assignTicket, { ...withId(id), body: { user_id } })
  await assign(formerStaff.user_id)
  await setRoles(shop, formerStaff.user_id, [1])
  expect((await assign(formerStaff.user_id)).data.assignee).toMatchObject({ id: formerStaff.user_id })
  await assign(staff.user_id)
  expect(await statusOf(assign(formerStaff.user_id))).toBe(422)
  const { colleagues } = await loadTicket(id)
  expect(colleagues.map(({ id }) => id)).toContain(staff.user_id)
  expect(colleagues.map(({ id }) => id)).not.toContain(buyer.user_id)
  expect(await statusOf(staff.visitor.call(getTicket, withId(999_999_999)))).toBe(404)
})
