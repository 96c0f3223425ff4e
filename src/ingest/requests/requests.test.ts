/** Requests to filmmakers through the API: who gets them, how often, and what remains after they are closed. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { EventPayloads } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { setDigestPace } from '../../../testing/builders/digests.ts'
import { seedFilmmaker } from '../../../testing/builders/earnings.ts'
import { seedClip, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import {
  closeFootageRequest,
  listFilmmakerRequests,
  listFootageRequests,
  MAX_REQUESTS_PER_WEEK,
  requestFootage,
} from './contract.ts'
import { footageRequestsDigest, sendRequestMail } from './notify.server.ts'

const WEEK_MS = 7 * DAY_MS

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

const createFilmmaker = async () => {
  const person = await seedFilmmaker(shop, await seedClip(shop))
  const { filmmaker_id } = await shop.db
    .selectFrom('filmmaker_members')
    .where('user_id', '=', person.user_id)
    .select('filmmaker_id')
    .executeTakeFirstOrThrow()
  return { ...person, filmmaker_id }
}
let nth = 0
const ask = async (filmmaker_ids?: number[], subject = `harbor fog ${nth++}`) =>
  (
    await staff.visitor.call(requestFootage, {
      body: { subject, note: 'At dawn', ...(filmmaker_ids && { filmmaker_ids }) },
    })
  ).data
const subjectsOf = async ({ visitor }: Buyer) =>
  (await visitor.call(listFilmmakerRequests, {})).data.map(({ subject }) => subject)
const close = (id: number) => staff.visitor.call(closeFootageRequest, { params: { id: String(id) } })

test('the chosen filmmakers see a request until it is closed, and staff see who got it', async () => {
  const [mara, jonas] = [await createFilmmaker(), await createFilmmaker()]
  const { id, subject } = await ask([mara.filmmaker_id])
  expect([await subjectsOf(mara), await subjectsOf(jonas)]).toEqual([[subject], []])
  const { data, meta } = await staff.visitor.call(listFootageRequests, {})
  expect(data.find(request => request.id === id)).toMatchObject({
    subject,
    note: 'At dawn',
    filmmakers: [expect.any(String)],
  })
  expect(meta.filmmakers.find(filmmaker => filmmaker.id === mara.filmmaker_id)?.recent).toBe(1)
  await close(id)
  expect(await subjectsOf(mara)).toEqual([])
  await expect(close(id)).rejects.toMatchObject({ status: 409 })
  const { data: log } = await staff.visitor.call(listStaffAuditLog, {
    query: { about: 'footage_request', key: String(id) },
  })
  expect(log.map(({ action }) => action)).toEqual(['closed', 'sent'])
})

test('a request without a choice goes to all filmmakers with an account', async () => {
  const filmmakers = [await createFilmmaker(), await createFilmmaker()]
  const { subject, id } = await ask()
  for (const filmmaker of filmmakers) expect(await subjectsOf(filmmaker)).toContain(subject)
  await close(id)
})

test('filmmakers without an account, and the same subject twice, are refused with a message', async () => {
  const filmmaker = await createFilmmaker()
  await expect(ask([filmmaker.filmmaker_id, 999_999])).rejects.toMatchObject({
    status: 422,
    errors: { filmmaker_ids: ['Choose filmmakers with an account.'] },
  })
  await expect(ask([])).rejects.toMatchObject({ status: 422 })
  const { id } = await ask([filmmaker.filmmaker_id], 'Otter family')
  await expect(ask([filmmaker.filmmaker_id], 'otter FAMILY')).rejects.toMatchObject({ status: 409 })
  await close(id)
  await ask([filmmaker.filmmaker_id], 'otter family')
})

test('a filmmaker gets five requests in seven days, even if twenty are sent at once', async () => {
  const filmmaker = await createFilmmaker()
  const { filmmaker_id } = filmmaker
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => ask([filmmaker_id])))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_REQUESTS_PER_WEEK)
  const refusal = results.find(result => result.status === 'rejected')
  expect(refusal?.reason).toMatchObject({ status: 409, message: expect.stringContaining('already got 5 requests') })
  // A request to all leaves that filmmaker out.
  const other = await createFilmmaker()
  const { subject } = await ask()
  expect(await subjectsOf(other)).toContain(subject)
  expect(await subjectsOf(filmmaker)).not.toContain(subject)
  shop.clock.advance(WEEK_MS + 1)
  // Sessions have ended.
  staff = await seedStaff(shop)
  expect((await ask([filmmaker_id])).filmmakers).toHaveLength(1)
})

test('a filmmaker is notified by the frequency they chose, about what is still open', async () => {
  const [immediate, weekly, never] = [
    await setDigestPace(shop, await createFilmmaker(), 'immediate'),
    await setDigestPace(shop, await createFilmmaker(), 'weekly'),
    await setDigestPace(shop, await createFilmmaker(), 'never'),
  ]
  const ids = await Promise.all(
    [immediate, weekly, never].map(
      async ({ user_id }) =>
        (
          await shop.db
            .selectFrom('filmmaker_members')
            .where('user_id', '=', user_id)
            .select('filmmaker_id')
            .executeTakeFirstOrThrow()
        ).filmmaker_id,
    ),
  )
  const { id, subject } = await ask(ids)
  const events = (
    await shop.db.selectFrom('events').where('name', '=', 'footage.requested').select('payload').execute()
  )
    .map(({ payload }) => payload as EventPayloads['footage.requested'])
    .filter(event => event.request_id === id)
  expect(events).toEqual([{ user_id: immediate.user_id, request_id: id }])
  const items = await shop.db
    .selectFrom('digest_items')
    .where('user_id', 'in', [immediate.user_id, weekly.user_id, never.user_id])
    .select(['user_id', 'payload'])
    .execute()
  expect(items).toEqual([{ user_id: weekly.user_id, payload: { request_id: id } }])

  const before = shop.mail.sent.length
  const notify = async () => {
    for (const event of events) await sendRequestMail(shop.deps, event)
  }
  await notify()
  expect(shop.mail.sent.slice(before).map(mail => [mail.to, mail.subject])).toEqual([
    [immediate.email, `Buyers look for “${subject}”`],
  ])
  expect(shop.mail.sent.at(-1)?.text).toContain('/filmmaker/uploads')
  const readDigest = () =>
    footageRequestsDigest.section(shop.deps, { user_id: weekly.user_id }, [
      { kind: 'footage.requested', payload: { request_id: id }, created_at: shop.clock.now() },
    ])
  expect(await readDigest()).toMatchObject({ lines: [{ name: subject, to: '/filmmaker/uploads' }] })
  // The mail waited in the queue while its reader turned updates off.
  await setDigestPace(shop, immediate, 'never')
  await notify()
  expect(shop.mail.sent).toHaveLength(before + 1)
  await setDigestPace(shop, immediate, 'immediate')
  await close(id)
  await notify()
  expect(shop.mail.sent).toHaveLength(before + 1)
  expect(await readDigest()).toBeUndefined()
})
