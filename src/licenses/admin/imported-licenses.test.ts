/** Staff correct and revoke licenses that another system sold, and what their buyers then see. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { listAudit } from '#workspaces/audit-contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedImportedLicense } from '../../../testing/builders/imported-licenses.ts'
import { seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import type { Certificate } from '../certificates/certificate.ts'
import { certificatePath } from '../certificates/contract.ts'
import { downloadClip, listLicenses } from '../contract.ts'
import { getRegister } from '../register/contract.ts'
import {
  correctImportedLicense,
  listImportedLicenses,
  revokeImportedLicense,
  type LicenseCorrection,
} from './contract.ts'

let shop: TestApp
let admin: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  admin = await seedStaff(shop, 'platform_admin')
})
afterAll(() => shop.close())

const params = (id: number) => ({ params: { id: String(id) } })
const listFor = async ({ workspace_id }: Buyer) =>
  (await admin.visitor.call(listImportedLicenses, { ...params(workspace_id), query: {} })).data
const correct = async (id: number, buyer: Buyer, changes: Partial<LicenseCorrection>, by = admin) => {
  const fields = (await listFor(buyer)).find(license => license.id === id)?.fields
  if (!fields) throw new Error('There is no such license.')
  return by.visitor.call(correctImportedLicense, {
    ...params(id),
    body: { ...fields, ...changes, reason: 'Their contract says so' },
  })
}
const setRevoked = (id: number, is_revoked: boolean) =>
  admin.visitor.call(revokeImportedLicense, {
    ...params(id),
    body: { is_revoked, reason: 'Paid back by the other system' },
  })
const loadLog = async ({ workspace_id }: Buyer) =>
  (await admin.visitor.call(listStaffAuditLog, { query: { about: 'workspace', key: String(workspace_id) } })).data
const loadCertificate = async ({ visitor }: Buyer, id: number) => {
  const response = await visitor.send(certificatePath(id, 'json'), { method: 'GET' })
  return response.ok ? ((await response.json()) as Certificate) : response.status
}
const download = ({ visitor }: Buyer, clip_id: number) =>
  visitor.call(downloadClip, { ...params(clip_id), body: { format_id: 3 } })

test('a correction is in the register, the downloads and a new certificate, and in both logs', async () => {
  const buyer = await seedMember(shop)
  const { id, clip } = await seedImportedLicense(shop, buyer)
  const first = await loadCertificate(buyer, id)
  if (typeof first === 'number') throw new Error('There is no certificate.')
  const { data } = await correct(id, buyer, {
    order: 'OLD-78',
    distribution_ids: [7, 3],
    ends_on: '2027-03-31',
    territory: 'Germany',
    company: 'Harbor Foods',
    client_name: 'Harbor',
    project_name: 'Spring',
  })
  const sentence = 'Web & Social and Broadcast TV, for a client with 2–50 people, Germany, until March 31, 2027'
  expect(data).toMatchObject({ id, sentence, state: 'in_force', is_revoked: false })
  expect((await buyer.visitor.call(getRegister, { query: {} })).data).toMatchObject([
    {
      sentence,
      territory: 'Germany',
      until: '2027-03-31T00:00:00.000Z',
      order: 'OLD-78',
      project: { client_name: 'Harbor', project_name: 'Spring' },
    },
  ])
  expect((await buyer.visitor.call(listLicenses, { query: {} })).data).toMatchObject([
    { id: clip.id, order: { universal_invoice_number: 'OLD-78' } },
  ])
  const second = await loadCertificate(buyer, id)
  expect(second).toMatchObject({
    payload: {
      licensee: 'Harbor Foods',
      order: 'OLD-78',
      ends_at: '2027-03-31T00:00:00.000Z',
      grants: [{ territory: 'Germany', term: 'Until March 31, 2027' }],
    },
  })
  const { pathname } = new URL(first.verify_url)
  const verify = (path: string) =>
    shop.visitor().send(path.replace('/verify/', '/api/certificates/'), { method: 'GET' })
  expect((await verify(pathname)).status).toBe(404)
  expect((await verify(new URL((second as Certificate).verify_url).pathname)).status).toBe(200)

  const [entry] = await loadLog(buyer)
  expect(entry).toMatchObject({
    action: 'license_corrected',
    staff_email: admin.email,
    reason: 'Their contract says so',
  })
  expect(entry?.changes).toContainEqual({
    field: 'Slow tide at dusk, OLD-77, territory',
    was: 'none',
    is: 'Germany',
  })
  const { data: own } = await buyer.visitor.call(listAudit, { query: {} })
  expect(own[0]).toMatchObject({ action: 'license.corrected', is_support: true })
})

test('a revoked license allows nothing until it is brought back', async () => {
  const buyer = await seedMember(shop)
  const { id, clip } = await seedImportedLicense(shop, buyer)
  expect((await download(buyer, clip.id)).data.url).toMatch(/^\/download\//)
  expect((await setRevoked(id, true)).data).toMatchObject({ state: 'revoked', is_revoked: true })
  await expect(download(buyer, clip.id)).rejects.toMatchObject({ status: 404 })
  expect(await loadCertificate(buyer, id)).toBe(409)
  expect((await buyer.visitor.call(getRegister, { query: {} })).data).toMatchObject([{ state: 'revoked' }])
  await expect(setRevoked(id, true)).rejects.toMatchObject({ status: 409, message: 'The license is revoked already.' })
  await setRevoked(id, false)
  expect((await download(buyer, clip.id)).data.url).toMatch(/^\/download\//)
  expect((await loadLog(buyer)).map(({ action }) => action)).toEqual(['license_restored', 'license_revoked'])
})

test('mistakes and own workspaces are refused with a sentence, and change nothing', async () => {
  const buyer = await seedMember(shop)
  const { id } = await seedImportedLicense(shop, buyer)
  const before = await listFor(buyer)
  await expect(correct(id, buyer, {})).rejects.toMatchObject({ status: 409, message: 'The license already says this.' })
  for (const [changes, field] of [
    [{ ends_on: '2024-05-01' }, 'ends_on'],
    [{ ends_on: 'soon' }, 'ends_on'],
    [{ distribution_ids: [] }, 'distribution_ids'],
    [{ distribution_ids: [99] }, 'distribution_ids'],
    [{ order: ' ' }, 'order'],
    [{ client_name: 'Harbor' }, 'project_name'],
  ] as const)
    await expect(correct(id, buyer, changes as Partial<LicenseCorrection>)).rejects.toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    })
  expect(await listFor(buyer)).toEqual(before)
  const own = await seedImportedLicense(shop, admin)
  await expect(correct(own.id, admin, { territory: 'Mars' })).rejects.toMatchObject({ status: 403 })
  await expect(setRevoked(own.id, true)).rejects.toMatchObject({ status: 403 })
  // A license of this shop changes with its order only.
  await expect(setRevoked(999_999, true)).rejects.toMatchObject({ status: 404 })
})

test('of 20 staff who revoke a license at once, one does, and the others are refused', async () => {
  const buyer = await seedMember(shop)
  const { id } = await seedImportedLicense(shop, buyer)
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => setRevoked(id, true)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await loadLog(buyer)).map(({ action }) => action)).toEqual(['license_revoked'])
})
