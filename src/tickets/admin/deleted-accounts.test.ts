/** Tests for tickets whose sender or assignee has deleted their account. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { eraseAccount } from '#accounts/privacy/deletions.server.ts'
import { privacyParts } from '#app/privacy.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { seedTicket } from '../../../testing/builders/tickets.ts'
import { assignTicket, closeTicket, getTicket, listInbox, reopenTicket, replyToTicket } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

const withId = (id: number) => ({ params: { id: String(id) } })
const loadTicket = async (id: number) => (await staff.visitor.call(getTicket, withId(id))).data
const replyTo = (id: number, message: string, { visitor } = staff) =>
  visitor.call(replyToTicket, { ...withId(id), body: { message, last_reply_id: null } })
/** Makes the deletion of an account due. */
const makeDeletionDue = async ({ user_id }: Buyer) => {
  const now = shop.clock.now()
  await shop.db.insertInto('account_deletions').values({ user_id, requested_at: now, due_at: now }).execute()
}
const deleteAccount = async (user: Buyer) => {
  await makeDeletionDue(user)
  expect(await eraseAccount(shop.deps, privacyParts, user.user_id)).toBe(user.email)
}

test('the tickets of a deleted account are closed permanently, and others stay open', async () => {
  const leaver = await seedMember(shop)
  const ownTicket = await seedTicket(shop, {}, leaver)
  const guestTicket = await seedTicket(shop, { email: leaver.email })
  const otherTicket = await seedTicket(shop)
  await deleteAccount(leaver)
  for (const id of [ownTicket, guestTicket]) {
    expect(await loadTicket(id)).toMatchObject({ state: 'closed', is_late: false, name: 'Former member' })
    await expect(staff.visitor.call(reopenTicket, withId(id))).rejects.toMatchObject({
      status: 409,
      message: 'The sender has deleted their account.',
    })
    await expect(replyTo(id, 'Too late.')).rejects.toMatchObject({ status: 409 })
  }
  expect(await loadTicket(otherTicket)).toMatchObject({ state: 'open' })
})

test('a reply that is written while the account is deleted is removed like the others', async () => {
  const leaver = await seedMember(shop)
  const tickets = await Promise.all(Array.from({ length: 20 }, () => seedTicket(shop, {}, leaver)))
  const colleagues = await Promise.all(tickets.map(() => seedStaff(shop)))
  await makeDeletionDue(leaver)
  await Promise.allSettled([
    ...tickets.map((id, n) => replyTo(id, `Dear Zephyrina, ${n}`, colleagues[n])),
    eraseAccount(shop.deps, privacyParts, leaver.user_id),
  ])
  await eraseAccount(shop.deps, privacyParts, leaver.user_id)
  const replies = await shop.db
    .selectFrom('ticket_replies')
    .where('ticket_id', 'in', tickets)
    .select('message')
    .execute()
  expect(replies.filter(({ message }) => message.includes('Zephyrina'))).toEqual([])
})

test('a deleted staff account has no tickets and its name appears nowhere', async () => {
  const colleague = await seedStaff(shop)
  const id = await seedTicket(shop)
  await replyTo(id, 'Three takes of it.', colleague)
  await staff.visitor.call(assignTicket, { ...withId(id), body: { user_id: null } })
  await staff.visitor.call(assignTicket, { ...withId(id), body: { user_id: colleague.user_id } })
  await deleteAccount(colleague)
  const { assignee, history, mails } = await loadTicket(id)
  expect(assignee).toBeNull()
  expect(mails.at(-1)).toMatchObject({ text: 'Three takes of it.', by: null })
  expect(history.map(({ what, staff_email, to }) => [what, staff_email, to])).toEqual([
    ['assigned', staff.email, null],
    ['unassigned', staff.email, null],
    ['assigned', null, null],
    ['replied', null, null],
  ])
  const { data } = await staff.visitor.call(listInbox, { query: { assigned: 'nobody' } })
  expect(data.map(ticket => ticket.id)).toContain(id)
  await staff.visitor.call(closeTicket, withId(id))
})
