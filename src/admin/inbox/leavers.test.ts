/** What the inbox keeps of whoever asked, or worked here, and has deleted their account. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aMember, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { aTicket } from '../../../testing/builders/tickets.ts'
import { leave } from '../../accounts/privacy/deletions.server.ts'
import { privacyParts } from '../../privacy.server.ts'
import { assignTicket, closeTicket, getTicket, listInbox, reopenTicket, replyToTicket } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop)
})
afterAll(() => shop.close())

const at = (id: number) => ({ params: { id: String(id) } })
const factsOf = async (id: number) => (await staff.visitor.call(getTicket, at(id))).data
const answer = (id: number, message: string, { visitor } = staff) =>
  visitor.call(replyToTicket, { ...at(id), body: { message, last_reply_id: null } })
/** Their 14 days are over. */
const isDue = async ({ user_id }: Buyer) => {
  const now = shop.clock.now()
  await shop.db.insertInto('account_deletions').values({ user_id, asked_at: now, due_at: now }).execute()
}
const goes = async (who: Buyer) => {
  await isDue(who)
  expect(await leave(shop.deps, privacyParts, who.user_id)).toBe(who.email)
}

test('whoever leaves is not waited for: their tickets are closed for good, others stay open', async () => {
  const leaver = await aMember(shop)
  const mine = await aTicket(shop, {}, leaver)
  const asGuest = await aTicket(shop, { email: leaver.email })
  const other = await aTicket(shop)
  await goes(leaver)
  for (const id of [mine, asGuest]) {
    expect(await factsOf(id)).toMatchObject({ state: 'closed', is_late: false, name: 'Former member' })
    await expect(staff.visitor.call(reopenTicket, at(id))).rejects.toMatchObject({
      status: 409,
      message: 'Whoever asked this has deleted their account.',
    })
    await expect(answer(id, 'Too late.')).rejects.toMatchObject({ status: 409 })
  }
  expect(await factsOf(other)).toMatchObject({ state: 'open' })
})

test('an answer that a colleague is writing as somebody leaves stays no longer than the others', async () => {
  const leaver = await aMember(shop)
  const tickets = await Promise.all(Array.from({ length: 20 }, () => aTicket(shop, {}, leaver)))
  const colleagues = await Promise.all(tickets.map(() => aStaff(shop)))
  await isDue(leaver)
  await Promise.allSettled([
    ...tickets.map((id, n) => answer(id, `Dear Zephyrina, ${n}`, colleagues[n])),
    leave(shop.deps, privacyParts, leaver.user_id),
  ])
  await leave(shop.deps, privacyParts, leaver.user_id)
  const replies = await shop.db
    .selectFrom('ticket_replies')
    .where('ticket_id', 'in', tickets)
    .select('message')
    .execute()
  expect(replies.filter(({ message }) => message.includes('Zephyrina'))).toEqual([])
})

test('a colleague who has left has no tickets, and is named nowhere', async () => {
  const colleague = await aStaff(shop)
  const id = await aTicket(shop)
  await answer(id, 'Three takes of it.', colleague)
  await staff.visitor.call(assignTicket, { ...at(id), body: { user_id: null } })
  await staff.visitor.call(assignTicket, { ...at(id), body: { user_id: colleague.user_id } })
  await goes(colleague)
  const { assignee, history, mails } = await factsOf(id)
  expect(assignee).toBeNull()
  expect(mails.at(-1)).toMatchObject({ text: 'Three takes of it.', by: null })
  expect(history.map(({ what, staff_email, to }) => [what, staff_email, to])).toEqual([
    ['assigned', staff.email, null],
    ['unassigned', staff.email, null],
    ['assigned', null, null],
    ['replied', null, null],
  ])
  const { data } = await staff.visitor.call(listInbox, { query: { assigned: 'nobody' } })
  expect(data.map(one => one.id)).toContain(id)
  await staff.visitor.call(closeTicket, at(id))
})
