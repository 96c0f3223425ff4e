/** Tests for filmmakers' tax forms: on file, expired, and who may open the file. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getStaffFilmmaker, listStaffFilmmakers } from '#catalog/admin/filmmakers/contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { Refusal } from '#platform/http/refusal.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { idParams } from '../../../testing/builders/curation.ts'
import { seedFilmmaker } from '../../../testing/builders/earnings.ts'
import { seedClip, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff, signInAgain } from '../../../testing/builders/staff.ts'
import { getTaxFormStatus } from '../contract.ts'
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

const dayIn = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
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
  const { file_key } = await shop.db
    .selectFrom('filmmaker_tax_forms')
    .where('id', '=', data.id)
    .select('file_key')
    .executeTakeFirstOrThrow()
  expect(file_key).toMatch(/^tax-forms\/\d+\/[\da-f]{64}\.pdf$/)
  expect((await shop.app.inject(`/media/${file_key}`)).statusCode).toBe(404)
  await remove(data.id)
  expect(await shop.deps.storage.open(file_key ?? '')).toBe(undefined)
})
