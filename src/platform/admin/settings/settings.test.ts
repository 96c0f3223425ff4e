/** Tests for the settings: defaults, saving, what is refused, the audit log, and other processes. */
import { createElement } from 'react'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { loadSeller } from '#orders/documents/seller.server.ts'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import type { Buyer } from '../../../../testing/builders/orders.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
import { listStaffAuditLog } from '../../audit/audit-log-contract.ts'
import { DAY_MS, testClock } from '../../clock.ts'
import { MailLayout, renderMail } from '../../mail/mail-layout.tsx'
import { settingsGroupNames, settingsGroups } from '../../settings/groups.ts'
import { deleteUnusedLogos } from '../../settings/logo-files.server.ts'
import type { Logo } from '../../settings/logo.ts'
import { openSettings } from '../../settings/settings.server.ts'
import {
  getCompanySettings,
  getLookSettings,
  saveCompanySettings,
  saveLinksSettings,
  saveLookSettings,
} from './contract.ts'

let shop: TestApp
let owner: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  owner = await seedStaff(shop, 'platform_admin')
})
afterAll(() => shop.close())

const getCompany = async () => (await owner.visitor.call(getCompanySettings, {})).data
const getLook = async () => (await owner.visitor.call(getLookSettings, {})).data

test('a shop starts with valid defaults in every group', () => {
  for (const group of settingsGroupNames)
    expect(settingsGroups[group].schema.safeParse(settingsGroups[group].defaults)).toMatchObject({ success: true })
  expect(shop.settings.current().company.name).toBe('Longtake')
})

test('a change holds at once, counts the version and names its author', async () => {
  const { value, version } = await getCompany()
  const body = { ...value, name: 'Northlight', tax_ids: [{ scheme: 'vat', country: 'DE', number: 'de 136 695 976' }] }
  const { data } = await owner.visitor.call(saveCompanySettings, { body: { ...body, version } as never })
  expect(data).toMatchObject({ version: version + 1, updated_by: owner.email, value: { name: 'Northlight' } })
  expect(shop.settings.company()).toMatchObject({
    name: 'Northlight',
    tax_ids: ['VAT DE 136 695 976'],
    is_default: false,
  })
})

test('every change is in the audit log with the values before and after', async () => {
  const { value, version } = await getCompany()
  await owner.visitor.call(saveCompanySettings, { body: { ...value, phone: '+353 1 555 0100', version } })
  const { data: entries } = await owner.visitor.call(listStaffAuditLog, {
    query: { about: 'settings', key: 'company' },
  })
  expect(entries[0]).toMatchObject({
    staff_email: owner.email,
    action: 'changed',
    changes: [{ field: 'phone', was: value.phone, is: '+353 1 555 0100' }],
  })
})

test('a save without a change changes nothing and records nothing', async () => {
  const look = await getLook()
  // The first save says that the defaults are right, and is kept.
  const { value, version } = (
    await owner.visitor.call(saveLookSettings, { body: { ...look.value, version: look.version } })
  ).data
  const entries = () => shop.db.selectFrom('audit_log').select('id').execute()
  const before = await entries()
  const { data } = await owner.visitor.call(saveLookSettings, { body: { ...value, version } })
  expect(data.version).toBe(version)
  expect(await entries()).toEqual(before)
})

test('a change that is based on an older version is refused, and the newer one stays', async () => {
  const { value, version } = await getLook()
  await owner.visitor.call(saveLookSettings, { body: { ...value, headline: 'First', version } })
  await expect(
    owner.visitor.call(saveLookSettings, { body: { ...value, headline: 'Second', version } }),
  ).rejects.toMatchObject({ status: 409 })
  expect(shop.settings.current().look.headline).toBe('First')
})

test('of 20 saves at once, one wins and the others are refused', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      owner.visitor.call(saveLinksSettings, {
        body: {
          social: [{ name: `Site ${index}`, to: 'https://example.com/' }],
          sister_sites: [],
          footer_links: [],
          version: 0,
        },
      }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
  const rows = await shop.db.selectFrom('settings').where('key', '=', 'links').select('version').execute()
  expect(rows).toEqual([{ version: 1 }])
})

test('another process has the change after its next refresh', async () => {
  const other = await openSettings(shop.db, shop.config.public_url)
  const revision = other.revision()
  const { value, version } = await getLook()
  await owner.visitor.call(saveLookSettings, { body: { ...value, headline: 'Seen everywhere', version } })
  expect(other.current().look.headline).not.toBe('Seen everywhere')
  await other.refresh()
  expect(other.current().look.headline).toBe('Seen everywhere')
  expect(other.revision()).not.toBe(revision)
})

test('a saved value that this version does not accept falls back to its default alone', async () => {
  const { value, version } = await getLook()
  await owner.visitor.call(saveLookSettings, { body: { ...value, headline: 'Still here', version } })
  await shop.db
    .updateTable('settings')
    .where('key', '=', 'look')
    .set({ value: JSON.stringify({ headline: 'Still here', accent: 'amber' }), version: 99 })
    .execute()
  await shop.settings.refresh()
  expect(shop.settings.current().look).toMatchObject({ headline: 'Still here', accent: null })
})

test.each([
  [
    { tax_ids: [{ scheme: 'vat', country: 'DE', number: 'DE136695977' }] },
    'tax_ids.0.number',
    /not a valid VAT number/,
  ],
  [{ tax_ids: [{ scheme: 'vat', country: 'DE', number: 'IE6388047V' }] }, 'tax_ids.0.number', /not a valid VAT number/],
  [
    {
      tax_ids: [
        { scheme: 'vat', country: 'IE', number: 'IE6388047V' },
        { scheme: 'vat', country: 'IE', number: 'IE1234567FA' },
      ],
    },
    'tax_ids',
    /once for each country/,
  ],
  [{ country: 'XX' }, 'country', /country that we know/],
  [{ email: 'hello' }, 'email', /email address/],
  [{ name: '' }, 'name', /required/],
  [{ name: 'evil.example' }, 'name', /web address/],
  [{ time_zone: 'Europe/Atlantis' }, 'time_zone', /no such time zone/],
  [{ file_prefix: '../etc' }, 'file_prefix', /small letters/],
  [{ bic: 'AIB' }, 'bic', /BIC/],
  [{ phone: 'call me' }, 'phone', /phone number/],
])('company settings with %o are refused with a sentence', async (change, field, sentence) => {
  const { value, version } = await getCompany()
  await expect(
    owner.visitor.call(saveCompanySettings, { body: { ...value, ...change, version } as never }),
  ).rejects.toMatchObject({ status: 422, errors: { [field]: [expect.stringMatching(sentence)] } })
})

test.each([
  ['https://user@example.com/'],
  ['javascript:alert(1)'],
  ['ftp://example.com/'],
  ['//example.com'],
  ['https://'],
])('a link to %s is refused', async to => {
  const body = { social: [{ name: 'Vimeo', to }], sister_sites: [], footer_links: [], version: 1 }
  await expect(owner.visitor.call(saveLinksSettings, { body })).rejects.toMatchObject({ status: 422 })
})

test('an accent color that is hard to read is refused with a sentence that names one that would do', async () => {
  const { value, version } = await getLook()
  const save = (light: string, dark: string) =>
    owner.visitor.call(saveLookSettings, { body: { ...value, accent: { light, dark }, version } })
  await expect(save('#f0ad47', '#f0ad47')).rejects.toMatchObject({
    status: 422,
    errors: {
      'accent.light': [
        expect.stringMatching(
          /^#f0ad47 has a contrast of \d\.\d:1 on a light page, but text needs 4\.5:1\. Choose a darker color, such as #[0-9a-f]{6}\.$/,
        ),
      ],
    },
  })
  await expect(save('#123456', '#123456')).rejects.toMatchObject({
    errors: { 'accent.dark': [expect.stringMatching(/lighter color/)] },
  })
  await expect(save('red', '#ffffff')).rejects.toMatchObject({ status: 422 })
})

const upload = (bytes: string | Buffer, type = 'image/svg+xml') =>
  owner.visitor.send('/api/admin/settings/logo', {
    method: 'POST',
    headers: { 'content-type': type },
    body: Buffer.from(bytes),
  })
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10z"/></svg>'
const uploadLogo = async (bytes: string | Buffer, type?: string) =>
  ((await (await upload(bytes, type)).json()) as { data: Logo }).data

test('a logo is in pages, mails and documents', async () => {
  const logo = await uploadLogo(SVG)
  expect(logo).toMatchObject({ file: expect.stringMatching(/^[0-9a-f]{32}\.svg$/) })
  const { value, version } = await getLook()
  await owner.visitor.call(saveLookSettings, { body: { ...value, logo_light: logo, version } })
  const company = shop.settings.company()
  expect(company.logo?.dark.src).toBe(`/api/look/${logo.file}`)
  const file = await shop.visitor().send(company.logo?.light.src ?? '', { method: 'GET' })
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cache-control': 'public, max-age=31536000',
  })
  expect(await file.text()).toContain('<path d="M0 0h40v10z">')
  const picture = await shop.visitor().send(`/api/look/${logo.file}.png`, { method: 'GET' })
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(company.logo_picture?.src).toBe(`${shop.config.public_url}/api/look/${logo.file}.png`)
  const { html } = await renderMail(
    company,
    'Hello',
    createElement(MailLayout, { preview: '', title: 'Hello' } as Parameters<typeof MailLayout>[0], null),
  )
  expect(html).toContain(`src="${company.logo_picture?.src}"`)
  const seller = await loadSeller(shop.deps)
  expect(Buffer.from(seller.logo_png ?? []).toString('latin1', 1, 4)).toBe('PNG')
})

test('a PNG is a logo, too, without what is hidden in it', async () => {
  const png = await sharp({ create: { width: 80, height: 20, channels: 4, background: '#8a5a00' } })
    .png()
    .toBuffer()
  expect(await uploadLogo(png, 'image/png')).toMatchObject({ width: 80, height: 20 })
})

test.each([
  [
    SVG.replace('<path', '<script>alert(1)</script><path'),
    'image/svg+xml',
    422,
    /^In this SVG “script” can run programs/,
  ],
  ['hello', 'image/png', 422, /neither SVG nor PNG/],
  ['{}', 'application/json', 415, /an SVG or a PNG of up to 2 MB/],
  [Buffer.alloc(50_000_000), 'image/png', 413, /too large\. The limit is 2 MB/],
])('a file that can be no logo is refused with a sentence (%#)', async (bytes, type, status, sentence) => {
  const response = await upload(bytes, type)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ message: expect.stringMatching(sentence) })
})

test('a logo that the look no longer uses is deleted after 90 days, and one that was never used, too', async () => {
  const drawing = (width: number) => SVG.replace('h40', `h${width}`)
  const [used, unused, next] = [
    await uploadLogo(drawing(20)),
    await uploadLogo(drawing(21)),
    await uploadLogo(drawing(22)),
  ]
  const save = async (logo_light: Logo) => {
    const { value, version } = await getLook()
    await owner.visitor.call(saveLookSettings, { body: { ...value, logo_light, version } })
  }
  const listStored = async () => {
    const logos = [used, unused, next]
    const answers = await Promise.all(
      logos
        .flatMap(({ file }) => [file, `${file}.png`])
        .map(file => shop.visitor().send(`/api/look/${file}`, { method: 'GET' })),
    )
    return answers.map(({ status }) => status)
  }
  const pass = async (days: number) => {
    const later = new Date(shop.clock.now().getTime() + days * DAY_MS)
    await deleteUnusedLogos({ ...shop.deps, clock: testClock(later.toISOString()) })
    return listStored()
  }
  await save(used)
  expect(await pass(89)).toEqual([200, 200, 200, 200, 200, 200])
  await save(next)
  // Uploaded again, it's as good as new.
  expect(await uploadLogo(drawing(22))).toEqual(next)
  expect(await pass(91)).toEqual([404, 404, 404, 404, 200, 200])
  await expect(save(used)).rejects.toMatchObject({ errors: { logo_light: [expect.stringMatching(/upload it again/)] } })
})

test('a look with a logo that was never uploaded is refused', async () => {
  const { value, version } = await getLook()
  const mark = { file: `${'0'.repeat(32)}.svg`, width: 10, height: 10 }
  await expect(owner.visitor.call(saveLookSettings, { body: { ...value, mark, version } })).rejects.toMatchObject({
    status: 422,
    errors: { mark: [expect.stringMatching(/upload it again/)] },
  })
})
