import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { actAs, aStaff } from '../../testing/builders/staff.ts'
import { auditActionNames } from './audit-actions.ts'
import { auditCsvPath, listAudit, type AuditRow } from './audit-contract.ts'
import { auditCsv } from './audit-csv.ts'
import { inviteTeammates, renameWorkspace, changeMemberRole } from './team-contract.ts'

let shop: TestApp
let owner: Buyer
let mate: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  owner = await aMember(shop)
  mate = await aMember(shop, 'purchaser', owner.workspace_id)
  await owner.visitor.call(renameWorkspace, { body: { name: 'Northlight' } })
  shop.clock.advance(86_400_000)
  await owner.visitor.call(changeMemberRole, { params: { id: String(mate.user_id) }, body: { role: 'admin' } })
  await mate.visitor.call(inviteTeammates, { body: { invitees: [{ email: '+cmd@example.com', role: 'guest' }] } })
})
afterAll(() => shop.close())

const listed = async (query: Record<string, string> = {}, by = owner) => by.visitor.call(listAudit, { query })
const numbers = async (query: Record<string, string>) => (await listed(query)).data.map(({ number }) => number)

test('every change stands in the log, newest first, with the names of today', async () => {
  const { data, meta } = await listed()
  expect(data).toMatchObject([
    { number: 3, action: 'invite.sent', about: '+cmd@example.com', actor: { id: mate.user_id }, to: 'guest' },
    { number: 2, action: 'member.role-changed', about: 'Nora Brandt', from: 'purchaser', to: 'admin' },
    { number: 1, action: 'workspace.renamed', to: 'Northlight', actor: { email: owner.email }, is_support: false },
  ])
  expect(meta).toMatchObject({ rows: 3, broken_at: null, pagination: { total: 3 } })
  expect(new Set(meta.actors.map(({ id }) => id))).toEqual(new Set([owner.user_id, mate.user_id]))
})

test('it is narrowed by person, kind and day', async () => {
  expect(await numbers({ actor: String(mate.user_id) })).toEqual([3])
  expect(await numbers({ action: 'workspace.renamed' })).toEqual([1])
  const [first, second] = ['2026-03-02', '2026-03-03']
  expect(await numbers({ from: first, to: first })).toEqual([1])
  expect(await numbers({ from: second })).toEqual([3, 2])
  expect(await numbers({ to: second, actor: String(owner.user_id) })).toEqual([2, 1])
  expect(await numbers({ page: '2' })).toEqual([])
})

test.each(['2026-02-30', '2026-3-2', 'yesterday', '0000-01-01'])('a day like %s is refused', async from => {
  await expect(listed({ from })).rejects.toMatchObject({
    status: 422,
    errors: { from: ['A day is written like 2026-03-02.'] },
  })
})

test('another workspace has another log, and only those who run it read theirs', async () => {
  const outsider = await aMember(shop)
  expect((await listed({}, outsider)).data).toEqual([])
  const reader = await aMember(shop, 'asset_manager', owner.workspace_id)
  await expect(listed({}, reader)).rejects.toMatchObject({ status: 403 })
  expect((await reader.visitor.send(auditCsvPath, { method: 'GET' })).status).toBe(403)
})

test('our people stand in it as support, with whom they acted as', async () => {
  const client = await aMember(shop)
  const staff = await aStaff(shop)
  await actAs(shop, staff, client.user_id)
  await staff.visitor.call(renameWorkspace, { body: { name: 'Helped' } })
  const { data } = await listed({}, client)
  expect(data).toMatchObject([
    {
      action: 'workspace.renamed',
      is_support: true,
      actor: { name: 'Longtake support', email: '' },
      acted_as: { id: client.user_id },
    },
    { action: 'masquerade.began', is_support: true, actor: { name: 'Longtake support' } },
  ])
})

test('a row that was edited behind our back is named', async () => {
  const victim = await aMember(shop)
  for (const name of ['One', 'Two', 'Three']) await victim.visitor.call(renameWorkspace, { body: { name } })
  await sql`alter table workspace_audit disable trigger workspace_audit_append_only`.execute(shop.db)
  await sql`update workspace_audit set details = '{"from":"One","to":"Else"}' where workspace_id = ${victim.workspace_id} and number = 2`.execute(
    shop.db,
  )
  await sql`alter table workspace_audit enable trigger workspace_audit_append_only`.execute(shop.db)
  expect((await listed({}, victim)).meta).toMatchObject({ rows: 3, broken_at: 2 })
})

test('the log comes as a table, with the same filters', async () => {
  const answer = await owner.visitor.send(`${auditCsvPath}?action=invite.sent`, { method: 'GET' })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="longtake-workspace-log-\d{4}-\d{2}-\d{2}\.csv"$/,
  )
  const [head, row, ...rest] = (await answer.text()).split('\r\n')
  expect(head).toBe('"Number","At (UTC)","Who","Email","Acted as","What","About","From","To"')
  expect(row).toMatch(/^"3",.*"Invited somebody","'\+cmd@example.com","","guest"$/)
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
  test('no cell is a formula, and every row has its nine cells', () => {
    fc.assert(
      fc.property(fc.array(anyRow), rows => {
        const cells = [...auditCsv(rows).matchAll(/"((?:[^"]|"")*)"(?=,|\r\n)/g)].map(([, cell]) => cell ?? '')
        expect(cells).toHaveLength((rows.length + 1) * 9)
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })
})

test('every action that is written has its words', () => {
  const written = ['team', 'invites', 'accept', 'settings', 'masquerade', 'avatar'].flatMap(name => {
    const source = readFileSync(new URL(`./${name}.server.ts`, import.meta.url), 'utf8')
    return [...source.matchAll(/action(?:: | = )[^\n]*?'([a-z]+\.[a-z-]+)'/g)].map(([, action]) => action)
  })
  expect(written.length).toBeGreaterThan(5)
  for (const action of written) expect(auditActionNames).toContain(action)
})
