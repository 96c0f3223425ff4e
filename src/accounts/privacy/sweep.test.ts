/** Somebody does everything that leaves traces, leaves, and is looked for in every table. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { anAuthenticator } from '../../../testing/authenticator.ts'
import { aClip, anOrder } from '../../../testing/builders/orders.ts'
import { confirmedNewcomer, good_password as password, newcomer } from '../../../testing/builders/people.ts'
import { codeAt, halfIn, registerPasskey } from '../../../testing/builders/two-step.ts'
import { createBoard } from '../../boards/contract.ts'
import { addItems } from '../../cart/contract.ts'
import { setCartBilling, setEin } from '../../cart/details-contract.ts'
import { privacyParts } from '../../privacy.server.ts'
import { sendContact } from '../../tickets/contract.ts'
import { saveWorkspaceBilling } from '../../workspaces/contract.ts'
import { inviteTeammates, renameWorkspace } from '../../workspaces/team-contract.ts'
import { login } from '../contract.ts'
import { requestEmailChange, saveProfile } from '../own/contract.ts'
import { mailEmailConfirmation, mailPasswordReset } from '../own/mails.server.ts'
import { askPasskey, confirmAuthenticator, startAuthenticator } from '../two-step/contract.ts'
import { askForDeletion, askForExport } from './contract.ts'
import { leave } from './deletions.server.ts'
import { makeExport } from './exports.server.ts'

/** Where somebody may still be found, and why. */
const stays: Record<string, string> = {
  'orders.billing': 'Tax law wants invoices kept as they were made out.',
  'masquerades.reason': 'The record of what our people did, in their own words.',
  'staff_actions.reason': 'The same, and append-only.',
  'workspace_audit.details': 'The log is append-only; it holds what a workspace was called, and people by id.',
}

const email = 'zephyrina@quillfeather.example'
const trace = '(zephyrina|quillfeather)'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/** Every column of every table in which the person can be read: "users.email". */
const traces = async (): Promise<string[]> => {
  const tables = await sql<{ table_schema: string; table_name: string }>`
    select table_schema, table_name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(shop.db)
  expect(tables.rows.length).toBeGreaterThan(60)
  const found = new Set<string>()
  for (const { table_schema, table_name } of tables.rows) {
    const columns = await sql<{ column: string }>`
      select distinct cell.key as column
      from ${sql.id(table_schema, table_name)} as t, jsonb_each_text(to_jsonb(t)) as cell
      where cell.value ~* ${trace}
    `.execute(shop.db)
    for (const { column } of columns.rows) found.add(`${table_name}.${column}`)
  }
  return [...found].toSorted()
}

const address = {
  address: '1 Quillfeather Lane',
  address2: '',
  city: 'Oakland',
  postal_code: '94607',
  country_id: 41,
  region: '',
}

/** A purchase request of hers, and one that she declined. */
const askAndDecide = async (workspace_id: number, her: number, other: number) => {
  const requested_at = shop.clock.now()
  for (const [requested_by, decided] of [
    [her, {}],
    [other, { state: 'declined', decided_by: her, decided_at: requested_at, answer: 'No. Zephyrina' }],
  ] as const) {
    const { id: cart_id } = await shop.db
      .insertInto('carts')
      .values({ hash: `asked-${requested_by}`, user_id: requested_by, workspace_id, state: 'requested' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const note = requested_by === her ? 'Please. Zephyrina' : 'Please'
    await shop.db
      .insertInto('purchase_requests')
      .values({ workspace_id, cart_id, requested_by, note, asked_cents: 100, requested_at, ...decided })
      .execute()
  }
}

/** A life in the shop: each of these writes the name, the email or the company somewhere. */
const live = async () => {
  const { visitor, user } = await confirmedNewcomer(shop, email)
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
  const billed = { ...address, billing_contact_user_id: user.id, country_region_id: region.id }
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
  await visitor.call(saveWorkspaceBilling, { body: { ...billed, company_name: 'Quillfeather Films' } })
  await visitor.call(inviteTeammates, { body: { invitees: [{ email: 'mate@quillfeather.example', role: 'admin' }] } })
  const clip = await aClip(shop)
  await visitor.call(createBoard, { body: { name: 'Zephyrina’s reel', clip_id: [clip.id] } })
  await visitor.call(addItems, {
    body: { clips: [clip.id], format_id: 3, distribution_ids: [3], end_client_size: 2, org_type: 'nonprofit' },
  })
  await visitor.call(setCartBilling, { body: { ...billed, company: 'Quillfeather Films' } })
  await visitor.call(setEin, { body: { ein: '12-3456789' } })
  const contact = { name: 'Zephyrina Quillfeather', topic: 'licensing', message: 'Yours, Zephyrina' } as const
  await visitor.call(sendContact, { body: { ...contact, email } })
  // Written before she had an account, and about her by others.
  await shop.db.updateTable('tickets').set({ user_id: null }).execute()
  await visitor.call(sendContact, { body: { ...contact, email: 'other@quillfeather.example' } })
  const { id: ticket_id } = await shop.db
    .selectFrom('tickets')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('ticket_replies')
    .values({ ticket_id, message: 'Dear Zephyrina', created_at: shop.clock.now() })
    .execute()
  const team = await newcomer(shop)
  await team.visitor.call(inviteTeammates, { body: { invitees: [{ email, role: 'guest' }] } })
  const buyer = { visitor, email, user_id: user.id, workspace_id }
  const billing = {
    company: 'Quillfeather Films',
    contact: 'Zephyrina Quillfeather',
    ...address,
    country: 'United States',
  }
  await anOrder(shop, buyer, 'paid', { clips: [clip], billing })
  await askAndDecide(workspace_id, user.id, team.user.id)

  const { data: change } = await visitor.call(requestEmailChange, {
    body: { email: 'new@quillfeather.example', password },
  })
  expect(change.email).toContain('quillfeather')
  const waiting = await shop.db.selectFrom('email_changes').select('id').executeTakeFirstOrThrow()
  await mailEmailConfirmation(shop.deps, waiting.id)
  await mailPasswordReset(shop.deps, user.id)
  const { secret } = (await visitor.call(startAuthenticator, { body: { password } })).data
  await visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
  await registerPasskey(visitor, anAuthenticator({ origin: 'http://localhost:3000' }), { name: 'Zephyrina’s laptop' })
  const did = { staff_user_id: 1, reason: 'Zephyrina called us' }
  await shop.db
    .insertInto('staff_actions')
    .values({ ...did, user_id: user.id, action: 'masquerade', at: shop.clock.now() })
    .execute()
  await shop.db
    .insertInto('masquerades')
    .values({
      ...did,
      session_id: 1,
      client_user_id: user.id,
      workspace_id,
      started_at: shop.clock.now(),
      expires_at: shop.clock.now(),
    })
    .execute()
  await halfIn(shop, email)
  await visitor.call(askPasskey, {})
  await visitor.call(askForExport, { body: { password } })
  const asked = await shop.db.selectFrom('data_exports').select('id').executeTakeFirstOrThrow()
  await makeExport(shop.deps, privacyParts, { export_id: asked.id })
  return { visitor, user, workspace_id }
}

test('whoever leaves is found nowhere but where the law or an append-only log keeps them', async () => {
  const { visitor, user, workspace_id } = await live()
  const before = await traces()
  for (const place of ['users.email', 'users.first_name', 'workspaces.name', 'boards.name', 'tickets.message'])
    expect(before).toContain(place)
  expect(before).toEqual(expect.arrayContaining(Object.keys(stays)))
  expect(before.length).toBeGreaterThan(20)
  const kept = await shop.db.selectFrom('data_exports').select('storage_key').executeTakeFirstOrThrow()

  await visitor.call(askForDeletion, { body: { password } })
  shop.clock.advance(14 * 86_400_000)
  expect(await leave(shop.deps, privacyParts, user.id)).toBe(email)

  expect(await traces()).toEqual(Object.keys(stays).toSorted())
  // What must go on does: the order, its license, the log, and an account that nobody can enter.
  const license = await shop.db.selectFrom('licenses').where('workspace_id', '=', workspace_id).selectAll().execute()
  expect(license).toHaveLength(1)
  expect(await shop.db.selectFrom('orders').where('user_id', '=', user.id).selectAll().execute()).toHaveLength(1)
  expect(
    await shop.db.selectFrom('workspace_audit').where('workspace_id', '=', workspace_id).selectAll().execute(),
  ).not.toHaveLength(0)
  await expect(shop.visitor().call(login, { body: { login: email, password } })).rejects.toMatchObject({ status: 422 })
  // Her file is taken by the next sweep.
  expect(
    await shop.db.selectFrom('data_exports').where('expires_at', '>', shop.clock.now()).selectAll().execute(),
  ).toEqual([])
  expect(kept.storage_key).not.toBeNull()
})
