/** Tests for filmmakers' tax forms: on file, expired, and who may open the file. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { getStaffFilmmaker, listStaffFilmmakers } from '#catalog/admin/filmmakers/contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { staffPart } from '#setup/privacy.server.ts'
import { workspacesPart } from '#workspaces/privacy.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { idParams } from '../../../testing/builders/curation.ts'
import { seedFilmmaker } from '../../../testing/builders/earnings.ts'
import { seedClip, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff, signInAgain } from '../../../testing/builders/staff.ts'
import { getTaxFormStatus } from '../contract.ts'
import { earningsJobs } from '../jobs.server.ts'
import { earningsPart } from '../privacy.server.ts'
import { purgeTaxForms, REMOVE_FILE_JOB } from '../tax-forms.server.ts'
import { addTaxForm, removeTaxForm, taxFormFilePath, type TaxForm } from './tax-forms-contract.ts'

let shop: TestApp
let staff: Buyer
let manager: Awaited<ReturnType<typeof seedFilmmaker>>
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop, 'platform_admin')
  manager = await seedFilmmaker(shop, await seedClip(shop))
})
afterAll(() => shop.close())

const dayIn = (days: number) => toDay(shop.clock.now().getTime() + days * DAY_MS)
const messageOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? `${error.status} ${error.message}` : String(error)),
  )
const add = (fields: object = {}, filmmaker_id = manager.filmmaker_id) =>
  staff.visitor.call(addTaxForm, {
    ...idParams(filmmaker_id),
    body: { kind: 'w-8ben', received_on: dayIn(-10), expires_on: dayIn(100), note: '', ...fields },
  })
const remove = (form_id: number) =>
  staff.visitor.call(removeTaxForm, {
    params: { id: String(manager.filmmaker_id), form_id: String(form_id) },
    body: { reason: 'Uploaded for the wrong filmmaker' },
  })
const loadForms = async (by = staff): Promise<TaxForm[] | undefined> =>
  (await by.visitor.call(getStaffFilmmaker, idParams(manager.filmmaker_id))).data.account?.tax_forms
const listedState = async (by = staff) =>
  (await by.visitor.call(listStaffFilmmakers, { query: {} })).data.find(({ id }) => id === manager.filmmaker_id)
    ?.tax_form
const status = async () => (await manager.visitor.call(getTaxFormStatus, {})).data
const sendFile = async (form_id: number, bytes: Buffer, type = 'application/pdf', by = staff) => {
  const response = await by.visitor.send(taxFormFilePath(manager.filmmaker_id, form_id), {
    method: 'PUT',
    headers: { 'content-type': type },
    body: bytes,
  })
  return `${response.status} ${((await response.json()) as { message?: string }).message ?? ''}`
}
const getFile = (form_id: number, by: Buyer = staff) =>
  by.visitor.send(taxFormFilePath(manager.filmmaker_id, form_id), { method: 'GET' })

const keyOf = async (id: number) =>
  (await shop.db.selectFrom('filmmaker_tax_forms').where('id', '=', id).select('file_key').executeTakeFirstOrThrow())
    .file_key

const pdf = Buffer.from('%PDF-1.7\n%a form\n%%EOF\n')

test('a missing, a valid and an expired form are shown to administrators and to the filmmaker', async () => {
  expect(await listedState()).toBe('missing')
  expect(await status()).toEqual({ state: 'missing', kind: null, expires_on: null })
  await add()
  expect(await listedState()).toBe('on_file')
  expect(await status()).toEqual({ state: 'on_file', kind: 'w-8ben', expires_on: dayIn(100) })
  const end = dayIn(100)
  shop.clock.advance(50 * DAY_MS)
  await signInAgain(shop, staff)
  await signInAgain(shop, manager)
  expect(await status()).toMatchObject({ state: 'expiring' })
  shop.clock.advance(51 * DAY_MS)
  await signInAgain(shop, staff)
  await signInAgain(shop, manager)
  expect(await listedState()).toBe('expired')
  expect(await status()).toEqual({ state: 'expired', kind: 'w-8ben', expires_on: end })
  const { data } = await add({ kind: 'vat', expires_on: null, note: 'DE 123456789' })
  // A VAT form doesn't replace it.
  expect(await status()).toEqual({ state: 'expired', kind: 'w-8ben', expires_on: end })
  await remove(data.id)
  expect(await listedState()).toBe('expired')
  expect(await messageOf(remove(data.id))).toMatch(/^404 /)
  const { history } = (await staff.visitor.call(getStaffFilmmaker, idParams(manager.filmmaker_id))).data
  expect(history[0]).toMatchObject({ action: 'tax_form_removed', reason: 'Uploaded for the wrong filmmaker' })
  expect(history[0]?.changes).toContainEqual(expect.objectContaining({ field: 'tax form', was: 'vat', is: 'none' }))
})

test('invalid days and an unknown filmmaker are refused', async () => {
  expect(await messageOf(add({ received_on: dayIn(3) }))).toBe('422 This day is still to come.')
  expect(await messageOf(add({ expires_on: dayIn(-11) }))).toBe('422 The form ends before it was received.')
  expect(await messageOf(add({ received_on: '2026-02-30' }))).toMatch(/^422 /)
  expect(await messageOf(add({ kind: 'w-2' }))).toMatch(/^422 /)
  expect(await messageOf(add({}, 999_999))).toMatch(/^404 /)
})

test('the file is in private storage, and only platform administrators can open it', async () => {
  const { data } = await add()
  expect((await getFile(data.id)).status).toBe(404)
  expect(await sendFile(data.id, Buffer.from('<!doctype html><script>alert(1)</script>'))).toBe(
    '422 This is no PDF, JPEG or PNG. Please choose another file.',
  )
  expect(await sendFile(data.id, pdf, 'text/html')).toBe('415 Please send a PDF, JPEG or PNG of up to 10 MB.')
  expect(await sendFile(data.id, Buffer.alloc(10 * 1_024 * 1_024 + 1))).toMatch(/^413 /)
  expect(await sendFile(999_999, pdf)).toMatch(/^404 /)
  expect(await sendFile(data.id, pdf)).toBe('200 ')
  const response = await getFile(data.id)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[\w-]+-w-8ben-\d{4}-\d\d-\d\d\.pdf"$/,
  )
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf)
  for (const other of [await seedStaff(shop, 'support_staff'), await seedStaff(shop, 'collection_admin'), manager]) {
    expect((await getFile(data.id, other)).status).toBe(404)
    expect(await sendFile(data.id, pdf, 'application/pdf', other)).toMatch(/^404 /)
  }
  const support = await seedStaff(shop, 'support_staff')
  expect(await loadForms(support)).toBe(undefined)
  expect(await listedState(support)).toBe(null)

  // Its file goes with it.
  const file_key = await keyOf(data.id)
  expect(file_key).toMatch(/^tax-forms\/\d+\/[\da-f]{64}\.pdf$/)
  expect((await shop.app.inject(`/media/${file_key}`)).statusCode).toBe(404)
  const { history } = (await staff.visitor.call(getStaffFilmmaker, idParams(manager.filmmaker_id))).data
  expect(history.filter(({ action }) => action === 'tax_form_opened')).toHaveLength(1)

  // A second file replaces it. A removal that fails is tried again by its job.
  const { storage } = shop.deps
  shop.jobs.sent.splice(0)
  expect(await sendFile(data.id, Buffer.from('%PDF-1.4\n%%EOF\n'))).toBe('200 ')
  const second = await keyOf(data.id)
  await remove(data.id)
  const jobs = shop.jobs.sent.filter(({ name }) => name === REMOVE_FILE_JOB)
  expect(jobs.map(job => job.data)).toEqual([{ file_key }, { file_key: second }])
  const run = async () => {
    for (const { data: job } of jobs)
      await earningsJobs(shop.deps)
        .find(({ name }) => name === REMOVE_FILE_JOB)
        ?.run(job)
  }
  vi.spyOn(storage, 'remove').mockRejectedValueOnce(new Error('The disk is away.'))
  await expect(run()).rejects.toThrow('The disk is away.')
  vi.restoreAllMocks()
  await run()
  for (const key of [file_key, second]) expect(await storage.open(key ?? '')).toBe(undefined)
})

test('forms go some years after they ended, with their files; the one that counts stays', async () => {
  const other = await seedFilmmaker(shop, await seedClip(shop))
  const received = (day: string, fields: object = {}) =>
    add({ received_on: day, expires_on: null, ...fields }, other.filmmaker_id)
  const kinds = async () =>
    (
      await shop.db
        .selectFrom('filmmaker_tax_forms')
        .where('filmmaker_id', '=', other.filmmaker_id)
        .orderBy('id')
        .select('kind')
        .execute()
    ).map(({ kind }) => kind)
  await received('2015-01-10', { kind: 'w-8ben', expires_on: '2018-12-31' })
  const { data: replaced } = await received('2019-02-01', { kind: 'w-9' })
  await received('2019-02-01', { kind: 'vat' })
  await received('2020-05-05', { kind: 'w-8ben-e' })
  await shop.db
    .updateTable('filmmaker_tax_forms')
    .set({ file_key: 'tax-forms/old.pdf', file_type: 'pdf' })
    .where('id', '=', replaced.id)
    .execute()
  const purge = (day: string) => purgeTaxForms(shop.deps, new Date(`${day}T04:00:00Z`), 1_460)
  await purge('2022-12-30')
  expect(await kinds()).toEqual(['w-8ben', 'w-9', 'vat', 'w-8ben-e'])
  await purge('2023-01-01')
  expect(await kinds()).toEqual(['w-9', 'vat', 'w-8ben-e'])
  shop.jobs.sent.splice(0)
  await purge('2024-06-01')
  expect(await kinds()).toEqual(['vat', 'w-8ben-e'])
  expect(shop.jobs.sent).toEqual([{ name: REMOVE_FILE_JOB, data: { file_key: 'tax-forms/old.pdf' } }])
})

test('the log has the note, and the data export of who looks after a filmmaker has the forms', async () => {
  const other = await seedFilmmaker(shop, await seedClip(shop))
  await add({ kind: 'w-9', expires_on: null, note: 'By post' }, other.filmmaker_id)
  const { history } = (await staff.visitor.call(getStaffFilmmaker, idParams(other.filmmaker_id))).data
  expect(history[0]?.changes).toContainEqual(expect.objectContaining({ field: 'note', is: 'By post' }))
  const exported = await earningsPart.collect(shop.db, other.user_id)
  expect(exported).toMatchObject({ tax_forms: [{ kind: 'w-9', received_on: dayIn(-10), file_type: null }] })
})

test('the data export of who invited somebody has only a hint of their email', async () => {
  const now = shop.clock.now()
  const invite = { email: 'somebody.else@example.net', invited_by: staff.user_id, created_at: now, expires_at: now }
  await shop.db
    .insertInto('filmmaker_invites')
    .values({ ...invite, filmmaker_id: manager.filmmaker_id })
    .execute()
  await shop.db
    .insertInto('staff_invites')
    .values({ ...invite, platform_roles: [5] })
    .execute()
  await shop.db
    .insertInto('workspace_invites')
    .values({ ...invite, workspace_id: staff.workspace_id, role: 'guest' })
    .execute()
  const exported = await Promise.all(
    [earningsPart, staffPart, workspacesPart].map(part => part.collect(shop.db, staff.user_id)),
  )
  const text = JSON.stringify(exported)
  expect(text.split('s…@example.net')).toHaveLength(4)
  expect(text).not.toContain('somebody')
})
