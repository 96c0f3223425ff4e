import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedMember, type Buyer } from '../../testing/builders/orders.ts'
import { startMasquerade, seedStaff } from '../../testing/builders/staff.ts'
import { auditActionNames } from './audit-actions.ts'
import { formatAuditCsv } from './audit-api.server.ts'
import { AUDIT_CSV_PATH, listAudit, type AuditRow } from './audit-contract.ts'
import { inviteTeammates, renameWorkspace, changeMemberRole } from './team-contract.ts'

let shop: TestApp
let owner: Buyer
let mate: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  owner = await seedMember(shop)
  mate = await seedMember(shop, 'purchaser', owner.workspace_id)
  await owner.visitor.call(renameWorkspace, { body: { name: 'Northlight' } })
  shop.clock.advance(DAY_MS)
  await owner.visitor.call(changeMemberRole, { params: { id: String(mate.user_id) }, body: { role: 'admin' } })
  await mate.visitor.call(inviteTeammates, { body: { invitees: [{ email: '+cmd@example.com', role: 'guest' }] } })
})
afterAll(() => shop.close())

const loadLog = async (query: Record<string, string> = {}, member = owner) => member.visitor.call(listAudit, { query })
const listNumbers = async (query: Record<string, string>) => (await loadLog(query)).data.map(({ number }) => number)

test('every change is in the log, newest first, with current names', async () => {
  const { data, meta } = await loadLog()
  expect(data).toMatchObject([
    { number: 3, action: 'invite.sent', about: '+cmd@example.com', actor: { id: mate.user_id }, to: 'guest' },
    { number: 2, action: 'member.role-changed', about: 'Nora Brandt', from: 'purchaser', to: 'admin' },
    { number: 1, action: 'workspace.renamed', to: 'Northlight', actor: { email: owner.email }, is_support: false },
  ])
  expect(meta).toMatchObject({ rows: 3, broken_at: null, pagination: { total: 3 } })
  expect(new Set(meta.actors.map(({ id }) => id))).toEqual(new Set([owner.user_id, mate.user_id]))
})

test('the log can be filtered by user, action and day', async () => {
  expect(await listNumbers({ actor: String(mate.user_id) })).toEqual([3])
  expect(await listNumbers({ action: 'workspace.renamed' })).toEqual([1])
  const [first, second] = ['2026-03-02', '2026-03-03']
  expect(await listNumbers({ from: first, to: first })).toEqual([1])
  expect(await listNumbers({ from: second })).toEqual([3, 2])
  expect(await listNumbers({ to: second, actor: String(owner.user_id) })).toEqual([2, 1])
  expect(await listNumbers({ page: '2' })).toEqual([])
})

test.each(['2026-02-30', '2026-3-2', 'yesterday', '0000-01-01'])('the day %s is refused', async from => {
  await expect(loadLog({ from })).rejects.toMatchObject({
    status: 422,
    errors: { from: ['A day is written like 2026-03-02.'] },
  })
})

test('each workspace has its own log, which only owners and admins can see', async () => {
  const outsider = await seedMember(shop)
  expect((await loadLog({}, outsider)).data).toEqual([])
  const assetManager = await seedMember(shop, 'asset_manager', owner.workspace_id)
  await expect(loadLog({}, assetManager)).rejects.toMatchObject({ status: 403 })
  expect((await assetManager.visitor.send(AUDIT_CSV_PATH, { method: 'GET' })).status).toBe(403)
})

test('staff are listed as support, with the client as whom they acted', async () => {
  const client = await seedMember(shop)
  const staff = await seedStaff(shop)
  await startMasquerade(shop, staff, client.user_id)
  await staff.visitor.call(renameWorkspace, { body: { name: 'Helped' } })
  const { data } = await loadLog({}, client)
  expect(data).toMatchObject([
    {
      action: 'workspace.renamed',
      is_support: true,
      actor: { name: 'Longtake support', email: '' },
      acted_as: { id: client.user_id },
    },
    { action: 'masquerade.started', is_support: true, actor: { name: 'Longtake support' } },
  ])
})

test('a row that was edited in the database is reported', async () => {
  const victim = await seedMember(shop)
  for (const name of ['One', 'Two', 'Three']) await victim.visitor.call(renameWorkspace, { body: { name } })
  await sql`alter table audit_log disable trigger audit_log_append_only`.execute(shop.db)
  await sql`update audit_log set details = '{"from":"One","to":"Else"}' where subject_key = ${String(victim.workspace_id)} and number = 2`.execute(
    shop.db,
  )
  await sql`alter table audit_log enable trigger audit_log_append_only`.execute(shop.db)
  expect((await loadLog({}, victim)).meta).toMatchObject({ rows: 3, broken_at: 2 })
})

test('the log can be exported as CSV, with the same filters', async () => {
  const response = await owner.visitor.send(`${AUDIT_CSV_PATH}?action=invite.sent`, { method: 'GET' })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="longtake-workspace-log-\d{4}-\d{2}-\d{2}\.csv"$/,
  )
  const [header, row, ...rest] = (await response.text()).split('\r\n')
  expect(header).toBe('"Number","At (UTC)","Who","Email","Acted as","What","About","From","To"')
  expect(row).toMatch(/^"3",.*"Sent an invite","'\+cmd@example.com","","guest"$/)
  expect(rest).toEqual([''])
})

describe('CSV', () => {
  const text = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ',', '\n', 'a', '\t') })
  const anyRow: fc.Arbitrary<AuditRow> = fc.record({
    number: fc.nat(),
    at: fc.constant('2026-03-02T10:00:00.000Z'),
    actor: fc.option(fc.record({ id: fc.nat(), name: text, email: text })),
    acted_as: fc.option(fc.record({ id: fc.nat(), name: text, email: text })),
    is_support: fc.boolean(),
    action: fc.constantFrom(...auditActionNames),
    about: fc.option(text),
    from: fc.option(text),
    to: fc.option(text),
  })
  test('no cell is a formula, and every row has nine cells', () => {
    fc.assert(
      fc.property(fc.array(anyRow), rows => {
        const cells = [...formatAuditCsv(rows).matchAll(/"((?:[^"]|"")*)"(?=,|\r\n)/g)].map(([, cell]) => cell ?? '')
        expect(cells).toHaveLength((rows.length + 1) * 9)
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })
})

test('every action that the code writes has a label', () => {
  const writtenActions = ['team', 'invites', 'accept', 'settings', 'masquerade', 'avatar'].flatMap(name => {
    const source = readFileSync(new URL(`./${name}.server.ts`, import.meta.url), 'utf8')
    return [...source.matchAll(/action(?:: | = )[^\n]*?'([a-z]+\.[a-z-]+)'/g)].map(([, action]) => action)
  })
  expect(writtenActions.length).toBeGreaterThan(5)
  for (const action of writtenActions) expect(auditActionNames).toContain(action)
})
