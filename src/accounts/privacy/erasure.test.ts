/** Test that erasure is complete: a user leaves traces everywhere, is deleted, and is searched for in every table. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { privacyParts } from '#app/privacy.server.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import { seedClip, seedOrder } from '../../../testing/builders/orders.ts'
import { registerConfirmedPerson, good_password as password, registerPerson } from '../../../testing/builders/people.ts'
import { codeAt, startLogin, registerPasskey } from '../../../testing/builders/two-step.ts'
import { createBoard } from '../../boards/contract.ts'
import { addItems } from '../../cart/contract.ts'
import { setCartBilling, setEin } from '../../cart/details-contract.ts'
import { sendContact } from '../../tickets/contract.ts'
import { saveWorkspaceBilling } from '../../workspaces/contract.ts'
import { inviteTeammates, renameWorkspace } from '../../workspaces/team-contract.ts'
import { login } from '../contract.ts'
import { requestEmailChange, saveProfile } from '../own/contract.ts'
import { mailEmailConfirmation, mailPasswordReset } from '../own/mails.server.ts'
import { getPasskeyLoginOptions, confirmAuthenticator, startAuthenticator } from '../two-step/contract.ts'
import { requestDeletion, requestExport } from './contract.ts'
import { eraseAccount } from './deletions.server.ts'
import { buildExport } from './exports.server.ts'

/** Columns where the user may still be found, and why. */
const allowedTraces: Record<string, string> = {
  'orders.billing': 'Tax law wants invoices kept as they were made out.',
  'masquerades.reason': 'The record of what staff did, in their own words.',
  'audit_log.reason': 'The same, and append-only.',
  'audit_log.details': 'The log is append-only; it has workspace names, and users by id.',
}

const USER_EMAIL = 'zephyrina@quillfeather.example'
const TRACE_PATTERN = '(zephyrina|quillfeather)'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/** Lists every column of every table that contains the user, such as "users.email". */
const listTraces = async (): Promise<string[]> => {
  const tables = await sql<{ table_schema: string; table_name: string }>`
    select table_schema, table_name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(shop.db)
  expect(tables.rows.length).toBeGreaterThan(60)
  const columnNames = new Set<string>()
  for (const { table_schema, table_name } of tables.rows) {
    const columns = await sql<{ column: string }>`
      select distinct cell.key as column
      from ${sql.id(table_schema, table_name)} as t, jsonb_each_text(to_jsonb(t)) as cell
      where cell.value ~* ${TRACE_PATTERN}
    `.execute(shop.db)
    for (const { column } of columns.rows) columnNames.add(`${table_name}.${column}`)
  }
  return [...columnNames].toSorted()
}

const address = {
  address: '1 Quillfeather Lane',
  address2: '',
  city: 'Oakland',
  postal_code: '94607',
  country_id: 41,
  region: '',
}

/** Creates a purchase request of the user, and one that she declined. */
const createPurchaseRequests = async (workspace_id: number, userId: number, otherUserId: number) => {
  const requested_at = shop.clock.now()
  for (const [requested_by, decision] of [
    [userId, {}],
    [otherUserId, { state: 'declined', decided_by: userId, decided_at: requested_at, decline_reason: 'No. Zephyrina' }],
  ] as const) {
    const { id: cart_id } = await shop.db
      .insertInto('carts')
      .values({ hash: `asked-${requested_by}`, user_id: requested_by, workspace_id, state: 'requested' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const note = requested_by === userId ? 'Please. Zephyrina' : 'Please'
    await shop.db
      .insertInto('purchase_requests')
      .values({ workspace_id, cart_id, requested_by, note, requested_cents: 100, requested_at, ...decision })
      .execute()
  }
}

/** Creates the user and writes her name, email or company into as many tables as possible. */
const leaveTraces = async () => {
  const { visitor, user } = await registerConfirmedPerson(shop, USER_EMAIL)
  const { workspace_id } = await shop.db
    .selectFrom('current_workspaces')
    .where('user_id', '=', user.id)
    .select('workspace_id')
    .executeTakeFirstOrThrow()
  const region = await shop.db
    .selectFrom('country_regions')
    .where('code', '=', 'CA')
    .select('id')
    .executeTakeFirstOrThrow()
  const billingInput = { ...address, billing_contact_user_id: user.id, country_region_id: region.id }
  const profile = { first_name: 'Zephyrina', last_name: 'Quillfeather', company_url: 'https://quillfeather.example' }
  await visitor.send('/api/user/profile', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'a-profile-once' },
    body: JSON.stringify(profile),
  })
  await visitor.call(saveProfile, { body: profile })
  await shop.db
    .updateTable('registrations')
    .set({ page_url: '/?by=zephyrina' })
    .where('user_id', '=', user.id)
    .execute()
  await shop.db
    .insertInto('user_occupations')
    .values({
      user_id: user.id,
      custom_business_type: 'Quillfeather films',
      custom_occupation_type: 'Zephyrina herself',
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await visitor.call(renameWorkspace, { body: { name: 'Zephyrina Quillfeather' } })
  await visitor.call(renameWorkspace, { body: { name: 'Quillfeather Films' } })
  await visitor.call(saveWorkspaceBilling, { body: { ...billingInput, company_name: 'Quillfeather Films' } })
  await visitor.call(inviteTeammates, { body: { invitees: [{ email: 'mate@quillfeather.example', role: 'admin' }] } })
  const clip = await seedClip(shop)
  await visitor.call(createBoard, { body: { name: 'Zephyrina’s reel', clip_id: [clip.id] } })
  await visitor.call(addItems, {
    body: { clips: [clip.id], format_id: 3, distribution_ids: [3], end_client_size: 2, org_type: 'nonprofit' },
  })
  await visitor.call(setCartBilling, { body: { ...billingInput, company: 'Quillfeather Films' } })
  await visitor.call(setEin, { body: { ein: '12-3456789' } })
  const contact = { name: 'Zephyrina Quillfeather', topic: 'licensing', message: 'Yours, Zephyrina' } as const
  await visitor.call(sendContact, { body: { ...contact, email: USER_EMAIL } })
  // As if written before she had an account, and about her by others.
  await shop.db.updateTable('tickets').set({ user_id: null }).execute()
  await visitor.call(sendContact, { body: { ...contact, email: 'other@quillfeather.example' } })
  const { id: ticket_id } = await shop.db
    .selectFrom('tickets')
    .where('email', '=', USER_EMAIL)
    .select('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('ticket_replies')
    .values({ ticket_id, message: 'Dear Zephyrina', created_at: shop.clock.now() })
    .execute()
  const team = await registerPerson(shop)
  await team.visitor.call(inviteTeammates, { body: { invitees: [{ email: USER_EMAIL, role: 'guest' }] } })
  const buyer = { visitor, email: USER_EMAIL, user_id: user.id, workspace_id }
  const billing = {
    company: 'Quillfeather Films',
    contact: 'Zephyrina Quillfeather',
    ...address,
    country: 'United States',
  }
  await seedOrder(shop, buyer, 'paid', { clips: [clip], billing })
  await createPurchaseRequests(workspace_id, user.id, team.user.id)

  const { data: change } = await visitor.call(requestEmailChange, {
    body: { email: 'new@quillfeather.example', password },
  })
  expect(change.email).toContain('quillfeather')
  const emailChange = await shop.db.selectFrom('email_changes').select('id').executeTakeFirstOrThrow()
  await mailEmailConfirmation(shop.deps, emailChange.id)
  await mailPasswordReset(shop.deps, user.id)
  const { secret } = (await visitor.call(startAuthenticator, { body: { password } })).data
  await visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
  await registerPasskey(visitor, createAuthenticator({ origin: 'http://localhost:3000' }), {
    name: 'Zephyrina’s laptop',
  })
  const staffEntry = { staff_user_id: 1, reason: 'Zephyrina called us' }
  await shop.db
    .insertInto('audit_log')
    .values({
      log: 'staff',
      actor_user_id: 1,
      subject_type: 'person',
      subject_key: String(user.id),
      action: 'masquerade_started',
      reason: 'Zephyrina called us',
      details: '{}',
      at: shop.clock.now(),
    })
    .execute()
  await shop.db
    .insertInto('masquerades')
    .values({
      ...staffEntry,
      session_id: 1,
      client_user_id: user.id,
      workspace_id,
      started_at: shop.clock.now(),
      expires_at: shop.clock.now(),
    })
    .execute()
  await startLogin(shop, USER_EMAIL)
  await visitor.call(getPasskeyLoginOptions, {})
  await visitor.call(requestExport, { body: { password } })
  const exportRow = await shop.db.selectFrom('data_exports').select('id').executeTakeFirstOrThrow()
  await buildExport(shop.deps, privacyParts, { export_id: exportRow.id })
  return { visitor, user, workspace_id }
}

test('a deleted user is found only where the law or an append-only log requires it', async () => {
  const { visitor, user, workspace_id } = await leaveTraces()
  const tracesBefore = await listTraces()
  for (const column of ['users.email', 'users.first_name', 'workspaces.name', 'boards.name', 'tickets.message'])
    expect(tracesBefore).toContain(column)
  expect(tracesBefore).toEqual(expect.arrayContaining(Object.keys(allowedTraces)))
  expect(tracesBefore.length).toBeGreaterThan(20)
  const exportRow = await shop.db.selectFrom('data_exports').select('storage_key').executeTakeFirstOrThrow()

  await visitor.call(requestDeletion, { body: { password } })
  shop.clock.advance(14 * DAY_MS)
  expect(await eraseAccount(shop.deps, privacyParts, user.id)).toBe(USER_EMAIL)

  expect(await listTraces()).toEqual(Object.keys(allowedTraces).toSorted())
  // The order, its license and the logs remain, and nobody can log in to the account.
  const license = await shop.db.selectFrom('licenses').where('workspace_id', '=', workspace_id).selectAll().execute()
  expect(license).toHaveLength(1)
  expect(await shop.db.selectFrom('orders').where('user_id', '=', user.id).selectAll().execute()).toHaveLength(1)
  expect(
    await shop.db
      .selectFrom('audit_log')
      .where('log', '=', 'workspace')
      .where('subject_key', '=', String(workspace_id))
      .selectAll()
      .execute(),
  ).not.toHaveLength(0)
  await expect(shop.visitor().call(login, { body: { login: USER_EMAIL, password } })).rejects.toMatchObject({
    status: 422,
  })
  // The next sweep deletes her file.
  expect(
    await shop.db.selectFrom('data_exports').where('expires_at', '>', shop.clock.now()).selectAll().execute(),
  ).toEqual([])
  expect(exportRow.storage_key).not.toBeNull()
})
