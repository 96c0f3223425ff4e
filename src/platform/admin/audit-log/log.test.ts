/** The staff audit log, read from every table that feeds it: filters, search, pages, CSV export, and append-only rules. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { suspendPerson } from '#accounts/admin/contract.ts'
import { createAdminEditfest } from '#editfest/admin/contract.ts'
import { assignTicket, closeTicket } from '#tickets/admin/contract.ts'
import { renameWorkspace } from '#workspaces/team-contract.ts'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { seedMember, type Buyer } from '../../../../testing/builders/orders.ts'
import { startMasquerade, seedStaff, signInAgain } from '../../../../testing/builders/staff.ts'
import { seedTicket } from '../../../../testing/builders/tickets.ts'
import {
  listStaffAuditChoices,
  listStaffAuditLog,
  STAFF_AUDIT_CSV_PATH,
  type StaffAuditEntry,
} from '../../audit/audit-log-contract.ts'
import { writeAuditEntry } from '../../audit/audit-log.server.ts'
import { DAY_MS } from '../../clock.ts'
import { setAdminFlag } from '../flags/contract.ts'

let shop: TestApp
let otto: Buyer
let vera: Buyer
let client: Buyer
let ticket: number

type LogTestQuery = NonNullable<Parameters<typeof read>[0]>
const read = (query: Record<string, string> = {}) => vera.visitor.call(listStaffAuditLog, { query: query as never })
const readSummaries = async (query: LogTestQuery = {}) =>
  (await read(query)).data.map(({ about, about_key, action }) => `${about} ${about_key}: ${action}`)

beforeAll(async () => {
  shop = await openTestApp()
  otto = await seedStaff(shop)
  vera = await seedStaff(shop, 'platform_admin')
  client = await seedMember(shop)
  ticket = await seedTicket(shop)
  const nextDay = async () => {
    shop.clock.advance(DAY_MS)
    for (const staff of [otto, vera]) await signInAgain(shop, staff)
  }
  const about = { params: { id: String(client.user_id) }, body: { reason: 'Ticket 3F9A21C7: spam' } }
  await otto.visitor.call(closeTicket, { params: { id: String(ticket) } })
  await nextDay()
  const flag = { is_on: true, share: 25, emails: [client.email], workspace_ids: [] }
  await vera.visitor.call(setAdminFlag, { params: { key: 'client-errors' }, body: flag })
  await nextDay()
  await otto.visitor.call(suspendPerson, about)
  await nextDay()
  const days = { first_day: '2026-05-01', last_day: '2026-05-31' }
  await vera.visitor.call(createAdminEditfest, {
    body: { code: 'DOCS', name: '=Docs', clip_limit: 3, max_workspaces: null, ...days },
  })
})
afterAll(() => shop.close())

test('lists every staff action, newest first, with who did it and what changed', async () => {
  expect(await readSummaries()).toEqual([
    expect.stringMatching(/^editfest \d+: created$/),
    `person ${client.user_id}: suspended`,
    'flag client-errors: changed',
    `ticket ${ticket}: closed`,
  ])
  const { data } = await read()
  expect(data[1]).toMatchObject({ staff_email: otto.email, reason: 'Ticket 3F9A21C7: spam', changes: [] })
  expect(data[2]).toMatchObject({
    staff_email: vera.email,
    changes: expect.arrayContaining([
      { field: 'share', was: '100', is: '25' },
      { field: 'people', was: '0', is: '1' },
    ]),
  })
  expect(data.map(({ about_name }) => about_name)).toEqual([
    '=Docs',
    expect.stringMatching(/\S/),
    null,
    expect.stringMatching(/^[0-9A-F]{8}$/),
  ])
  const { data: choices } = await vera.visitor.call(listStaffAuditChoices, {})
  expect(new Set(choices.staff.map(({ email }) => email))).toEqual(new Set([otto.email, vera.email]))
  expect(choices.actions).toEqual(['changed', 'closed', 'created', 'suspended'])
})

test('can be filtered by staff member, action, subject, day and text', async () => {
  const [person, flag, closed] = [
    `person ${client.user_id}: suspended`,
    'flag client-errors: changed',
    `ticket ${ticket}: closed`,
  ]
  expect(await readSummaries({ staff: String(otto.user_id) })).toEqual([person, closed])
  expect(await readSummaries({ action: 'changed' })).toEqual([flag])
  expect(await readSummaries({ about: 'ticket' })).toEqual([closed])
  expect(await readSummaries({ about: 'flag', key: 'client-errors' })).toEqual([flag])
  expect(await readSummaries({ from: '2026-03-03', to: '2026-03-04' })).toEqual([person, flag])
  expect(await readSummaries({ to: '2026-03-02' })).toEqual([closed])
  expect(await readSummaries({ search: '3f9a21c7' })).toEqual([person])
  expect(await readSummaries({ search: '100%' })).toEqual([])
  expect(await readSummaries({ search: vera.email, about: 'flag' })).toEqual([flag])
})

test.each([
  [{ from: '2026-02-30' }, { from: ['A day is written like 2026-03-02.'] }],
  [{ about: 'weather' }, { about: ['Choose from the list.'] }],
  [{ before: 'yesterday' }, { before: ['This page of the log does not exist.'] }],
  [{ before: '2026-02-31T10:00:00.000Z~1' }, { before: ['This page of the log does not exist.'] }],
  [{ action: 'Chan\0ged' }, { action: ['Choose from the list.'] }],
])('%o is refused with a message', async (query, errors) => {
  await expect(read(query as never)).rejects.toMatchObject({ status: 422, errors })
})

test('actions while acting as a client are listed for that client', async () => {
  const acting = await seedStaff(shop)
  const other = await seedMember(shop)
  await startMasquerade(shop, acting, other.user_id)
  await acting.visitor.call(renameWorkspace, { body: { name: 'Helped' } })
  const { data } = await read({ about: 'person', key: String(other.user_id) })
  expect(data).toMatchObject([
    { action: 'masquerade_change', staff_email: acting.email, changes: [{ field: 'endpoint' }] },
  ])
})

test('enum values are shown as words, and user text is unchanged', async () => {
  const about_key = 'TEST-WORDS'
  await shop.db.transaction().execute(trx =>
    writeAuditEntry(trx, {
      staff_user_id: otto.user_id,
      about: 'clip',
      about_key,
      action: 'edited',
      changes: { state: ['in_review', 'published'], keywords: [[], ['two_moons', 'tide']], name: [null, 'a_take'] },
      now: shop.clock.now(),
    }),
  )
  const { data } = await read({ key: about_key })
  expect(data[0]?.changes.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
    { field: 'keywords', was: 'none', is: 'two_moons, tide' },
    { field: 'name', was: 'none', is: 'a_take' },
    { field: 'state', was: 'in review', is: 'published' },
  ])
})

test('pages list each entry once, even entries of the same time; the CSV has all of them and no formulas', async () => {
  const about_key = 'TEST-PAGES'
  await shop.db.transaction().execute(async trx => {
    for (let n = 0; n < 120; n++)
      await writeAuditEntry(trx, {
        staff_user_id: otto.user_id,
        about: 'quote',
        about_key,
        action: 'created',
        reason: `${'=+-@'[n % 4]}A${n}`,
        now: shop.clock.now(),
      })
  })
  const pages: StaffAuditEntry[][] = []
  let before: string | undefined
  do {
    const { data, meta } = await read({ key: about_key, ...(before && { before }) })
    pages.push(data)
    before = meta.next ?? undefined
  } while (before)
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20])
  expect(pages.flat().map(({ reason }) => reason.slice(2))).toEqual(
    Array.from({ length: 120 }, (_, n) => String(119 - n)),
  )

  const response = await vera.visitor.send(`${STAFF_AUDIT_CSV_PATH}?key=${about_key}`, { method: 'GET' })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="longtake-log-\d{4}-\d{2}-\d{2}\.csv"$/,
  )
  const [head, ...lines] = (await response.text()).split('\r\n')
  expect(head).toBe('"At (UTC)","Who","About","Which","Name","What","Why","Changes"')
  expect(lines).toHaveLength(121)
  expect(lines[0]).toContain(`"${otto.email}","quote","TEST-PAGES","","Created","'@A119",""`)
  for (const line of lines) expect(line).not.toMatch(/"[=+\-@]/)
})

test('the database refuses updates, deletes and truncation', async () => {
  for (const change of [
    sql`update audit_log set at = now()`,
    sql`delete from audit_log`,
    sql`truncate audit_log cascade`,
  ])
    await expect(change.execute(shop.db)).rejects.toThrow('append-only')
})

test('names people, in changes too, with the id for a link', async () => {
  const id = await seedTicket(shop)
  await vera.visitor.call(assignTicket, { params: { id: String(id) }, body: { user_id: vera.user_id } })
  const { data } = await read({ about: 'ticket', key: String(id) })
  const [assigned] = data
  expect(assigned?.changes).toEqual([
    {
      field: 'person',
      was: 'none',
      is: expect.stringMatching(/[a-z]/),
      refers: { about: 'person', was: null, is: String(vera.user_id) },
    },
  ])
})
