/** Drafts, versions and confirmations of content pages over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { defaultSettings } from '#platform/settings/groups.ts'
import { saveSettings } from '#platform/settings/settings.server.ts'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { postForm, signedFields } from '../../../testing/builders/images.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { still } from '../../../testing/pictures.ts'
import { builtInPages } from '../built-in-pages.server.ts'
import { listBuiltInTexts } from '../confirmations.server.ts'
import { getContentPage } from '../contract.ts'
import { listOwnPagePaths } from '../texts.server.ts'
import { OUTDATED_DRAFT_TEXT } from '../versions.server.ts'
import * as contract from './contract.ts'

let shop: TestApp
let admin: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  admin = (await seedStaff(shop, 'platform_admin')).visitor
})
afterAll(() => shop.close())

const HOUR_MS = 3_600_000
const hoursFromNow = (hours: number) => new Date(shop.clock.now().getTime() + hours * HOUR_MS).toISOString()
const load = async (slug: string) => (await admin.call(contract.getStaffContent, { params: { slug } })).data
const show = async (slug: string, version?: number) =>
  (
    await shop.visitor().call(getContentPage, {
      params: { slug },
      query: version === undefined ? {} : { version: String(version) },
    })
  ).data
const save = async (
  slug: string,
  source: string,
  { title = 'Title', edit }: { title?: string; edit?: number } = {},
) => {
  const seen = edit ?? (await load(slug)).edit
  const body = { title, description: '', source, edit: seen }
  return (await admin.call(contract.saveContentDraft, { params: { slug }, body })).data
}
const publish = async (slug: string, effective_from: string | null = null) => {
  const { edit } = await load(slug)
  const body = { edit, effective_from, note: 'Our lawyer asked for it' }
  return (await admin.call(contract.publishContent, { params: { slug }, body })).data
}
const listLog = async (key: string) =>
  (await admin.call(listStaffAuditLog, { query: { about: 'content', key } })).data.map(
    ({ action, reason, changes }) => ({
      action,
      reason,
      changes: Object.fromEntries(changes.map(({ field, was, is }) => [field, [was, is]])),
    }),
  )

test('every shop begins with default texts that name its company, and none of them is confirmed', async () => {
  const { data: pages } = await admin.call(contract.listStaffContent, {})
  expect(pages.map(({ slug, state, has_draft }) => [slug, state, has_draft])).toEqual(
    builtInPages.map(({ slug }) => [slug, 'default', false]),
  )
  for (const { slug, title } of builtInPages) {
    const page = await show(slug)
    expect(page).toMatchObject({ title, version: { is_current: true } })
    expect(JSON.stringify(page)).not.toContain('{{')
  }
  expect((await show('imprint')).document.sections[0]?.html).toContain('Longtake Footage Ltd.')
  const texts = await listBuiltInTexts(shop.db, shop.clock.now())
  expect(texts.map(({ slug, is_confirmed }) => [slug, is_confirmed])).toEqual(
    builtInPages.map(({ slug }) => [slug, false]),
  )
})

test('a draft is seen by staff alone until it is published, and the earlier text stays readable', async () => {
  const before = await show('refund-policy')
  await save('refund-policy', '- Fair.\n\n## Refunds of {{company.name}}\n\nWe **refund**.', { title: 'Refunds' })
  expect((await show('refund-policy')).title).toBe('Refund policy')
  const page = await publish('refund-policy')
  expect(page).toMatchObject({
    state: 'published',
    draft: null,
    is_confirmed: true,
    versions: [{ number: 1, state: 'current', note: 'Our lawyer asked for it' }],
  })
  const after = await show('refund-policy')
  expect(after).toMatchObject({
    title: 'Refunds',
    document: { sections: [{ title: 'Refunds of Longtake', html: '<p>We <strong>refund</strong>.</p>\n' }] },
    versions: [{ id: after.version.id }, { id: before.version.id }],
  })
  expect(await show('refund-policy', before.version.id)).toMatchObject({
    title: 'Refund policy',
    document: before.document,
    version: { is_current: false },
  })
  expect((await listLog('refund-policy'))[0]).toMatchObject({
    action: 'published',
    reason: 'Our lawyer asked for it',
    changes: { title: ['Refund policy', 'Refunds'], version: ['default', '1'] },
  })
})

test('a version takes effect at its time, can be withdrawn until then, and does not change afterward', async () => {
  const slug = 'terms-and-conditions'
  await save(slug, 'First')
  const { versions } = await publish(slug, hoursFromNow(2))
  expect(versions).toMatchObject([{ number: 1, state: 'scheduled' }])
  expect((await show(slug)).title).toBe('Terms of use')
  const withdraw = (number: string) =>
    admin.call(contract.withdrawContentVersion, { params: { slug, number }, body: { reason: 'Too early' } })
  const { data: withdrawn } = await withdraw('1')
  expect(withdrawn).toMatchObject({ draft: { source: 'First' }, versions: [{ state: 'withdrawn' }] })
  await expect(withdraw('1')).rejects.toMatchObject({ status: 409 })

  await publish(slug, hoursFromNow(1))
  shop.clock.advance(HOUR_MS)
  expect((await show(slug)).document.html).toBe('<p>First</p>\n')
  await expect(withdraw('2')).rejects.toMatchObject({
    status: 409,
    message: 'This version has taken effect, so it stays as it is. Publish another one to replace it.',
  })
  const { db } = shop
  const version = (await load(slug)).versions[0]?.number ?? 0
  await expect(
    db.updateTable('content_versions').set({ source: 'Other' }).where('number', '=', version).execute(),
  ).rejects.toThrow(/does not change/)
  await expect(db.deleteFrom('content_versions').where('number', '=', version).execute()).rejects.toThrow(
    /does not change/,
  )
  await expect(db.deleteFrom('content_texts').execute()).rejects.toThrow(/append-only/)
})

test('a time in the past, one that another version has, and the text of now are refused with a sentence', async () => {
  const slug = 'about'
  await save(slug, 'One')
  const past = publish(slug, hoursFromNow(-1))
  await expect(past).rejects.toMatchObject({
    status: 422,
    errors: { effective_from: [expect.stringContaining('later')] },
  })
  const at = hoursFromNow(3)
  await publish(slug, at)
  await save(slug, 'Two')
  await expect(publish(slug, at)).rejects.toMatchObject({
    status: 422,
    errors: { effective_from: ['Another version takes effect at that time.'] },
  })
  await publish(slug)
  await save(slug, 'Two')
  await expect(publish(slug)).rejects.toMatchObject({
    status: 409,
    message: 'This is the text that visitors see already.',
  })
})

test.each([
  ['[a](javascript:alert(1))', 'The link “javascript:alert(1)” can’t be used'],
  ['{{company.nmae}}', 'There is no placeholder {{company.nmae}}'],
  ['![a](https://evil.example/x.png)', 'isn’t one of this shop'],
  ['a'.repeat(100_001), 'The text is too long'],
])('a draft with %.30s is refused, and nothing is saved', async (source, sentence) => {
  const before = await load('faq')
  await expect(save('faq', source)).rejects.toMatchObject({
    status: 422,
    errors: { source: [expect.stringContaining(sentence)] },
  })
  expect(await load('faq')).toEqual(before)
  const { data } = await admin.call(contract.previewContent, { body: { source } })
  expect(data.problems).toEqual([expect.stringContaining(sentence)])
})

test('a megabyte is refused with a sentence', async () => {
  await expect(admin.call(contract.previewContent, { body: { source: 'a'.repeat(1_100_000) } })).rejects.toMatchObject({
    status: 413,
  })
})

test('of 20 people who save the same draft, one succeeds, and so does one who publishes it', async () => {
  const all = async (change: () => Promise<unknown>) => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, change))
    const failures = results.flatMap(result => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(failures).toEqual(
      Array.from(
        { length: 19 },
        () => expect.objectContaining({ status: 409, message: OUTDATED_DRAFT_TEXT }) as unknown,
      ),
    )
  }
  const slug = 'california-privacy'
  let n = 0
  await all(() => save(slug, `Text ${n++}`, { edit: 0 }))
  const body = { edit: (await load(slug)).edit, effective_from: null, note: 'Why' }
  await all(() => admin.call(contract.publishContent, { params: { slug }, body }))
  expect((await load(slug)).versions).toHaveLength(1)
  // Who opened the page before the publication has not seen that text.
  for (const edit of [0, body.edit])
    await expect(save(slug, 'Another', { edit })).rejects.toMatchObject({ status: 409, message: OUTDATED_DRAFT_TEXT })
})

test('a page of the owner’s own has an address, is published, taken down and shown again', async () => {
  const slug = 'press-kit'
  const body = { slug, title: 'Press kit' }
  await admin.call(contract.createContentPage, { body })
  for (const taken of [slug, 'imprint'])
    await expect(
      admin.call(contract.createContentPage, { body: { slug: taken, title: 'Other' } }),
    ).rejects.toMatchObject({ status: 422, errors: { slug: [expect.stringMatching(/^There is a page at \//)] } })
  await expect(show(slug)).rejects.toMatchObject({ status: 404 })
  await save(slug, '## Logos\n\nText', { title: 'Press kit' })
  await publish(slug)
  expect(await show(slug)).toMatchObject({ path: '/pages/press-kit', title: 'Press kit' })
  expect(await listOwnPagePaths(shop.db, shop.clock.now())).toEqual(['/pages/press-kit'])
  const setVisible = (is_visible: boolean) =>
    admin.call(contract.setContentVisibility, { params: { slug }, body: { is_visible, reason: 'Outdated' } })
  const { data: hidden } = await setVisible(false)
  expect(hidden).toMatchObject({ state: 'taken_down', effective_from: null })
  await expect(show(slug)).rejects.toMatchObject({ status: 404 })
  expect(await listOwnPagePaths(shop.db, shop.clock.now())).toEqual([])
  await setVisible(true)
  expect((await show(slug)).title).toBe('Press kit')
  expect((await listLog(slug)).map(({ action }) => action)).toEqual([
    'restored',
    'removed',
    'published',
    'saved',
    'created',
  ])
})

test('a version that is scheduled for a page that was taken down does not bring its earlier text back', async () => {
  const slug = 'awards'
  await admin.call(contract.createContentPage, { body: { slug, title: 'Awards' } })
  await save(slug, 'Outdated', { title: 'Awards' })
  await publish(slug)
  const body = { is_visible: false, reason: 'Outdated' }
  await admin.call(contract.setContentVisibility, { params: { slug }, body })
  await save(slug, 'Corrected', { title: 'Awards' })
  await publish(slug, hoursFromNow(1))
  await expect(show(slug)).rejects.toMatchObject({ status: 404 })
})

test('a page that was never published goes with its draft', async () => {
  const slug = 'an-idea'
  await admin.call(contract.createContentPage, { body: { slug, title: 'An idea' } })
  await admin.call(contract.deleteContentDraft, { params: { slug } })
  await expect(load(slug)).rejects.toMatchObject({ status: 404 })
})

test('the owner confirms the text that was read, and confirms again once it changed', async () => {
  const slug = 'privacy-policy'
  const { current } = await load(slug)
  const confirm = (source_sha256: string) =>
    admin.call(contract.confirmContent, { params: { slug }, body: { source_sha256 } })
  await expect(confirm('0'.repeat(64))).rejects.toMatchObject({ status: 409, message: OUTDATED_DRAFT_TEXT })
  const { data } = await confirm(current?.source_sha256 ?? '')
  expect(data.is_confirmed).toBe(true)
  await confirm(current?.source_sha256 ?? '')
  expect((await listLog(slug)).map(({ action }) => action)).toEqual(['confirmed'])
  const listConfirmed = async () =>
    (await listBuiltInTexts(shop.db, shop.clock.now())).filter(text => text.is_confirmed).map(text => text.slug)
  expect(await listConfirmed()).toContain(slug)
  await shop.db.deleteFrom('content_confirmations').execute()
  expect(await listConfirmed()).toEqual([])
})

test('the owner confirms every page that comes with the shop, FAQ and story too, and none of the own ones', async () => {
  const confirm = async (slug: string) => {
    const { current } = await load(slug)
    return admin.call(contract.confirmContent, {
      params: { slug },
      body: { source_sha256: current?.source_sha256 ?? '0'.repeat(64) },
    })
  }
  for (const { slug } of builtInPages) {
    expect((await load(slug)).is_confirmed, slug).toBe(false)
    expect((await confirm(slug)).data.is_confirmed, slug).toBe(true)
  }
  await admin.call(contract.createContentPage, { body: { slug: 'own-guide', title: 'Guide' } })
  expect((await load('own-guide')).is_confirmed).toBeNull()
  await expect(confirm('own-guide')).rejects.toMatchObject({ status: 409 })
})

test('a change of the company makes a new version of what visitors see, and the earlier one stays as it was', async () => {
  const slug = 'license-terms'
  const before = await show(slug)
  const { is_confirmed } = await load(slug)
  shop.clock.advance(HOUR_MS)
  const value = { ...defaultSettings.company, legal_name: 'Northlight *Film* <GmbH>' }
  const change = { group: 'company', value, version: 0, actor_user_id: null, now: shop.clock.now() } as const
  await shop.db.transaction().execute(trx => saveSettings(trx, change))
  await shop.settings.refresh()
  const after = await show(slug)
  expect(after.version).toMatchObject({ is_current: true, effective_from: shop.clock.now().toISOString() })
  expect(after.version.id).not.toBe(before.version.id)
  expect(after.document.sections[0]?.html).toContain('Northlight *Film* &lt;GmbH&gt; (“we”)')
  expect((await show(slug, before.version.id)).document).toEqual(before.document)
  expect((await load(slug)).is_confirmed).toBe(is_confirmed)
})

test('a picture of a page is uploaded, published and loaded, and one of somebody else is refused', async () => {
  const upload = async (visitor: Visitor) => {
    const { data } = await visitor.call(contract.getContentUpload, {})
    const file = { bytes: await still(400, 300).jpeg().toBuffer() }
    return (await postForm(shop, visitor, [['file', file], ...signedFields(data)])).public_id ?? ''
  }
  const add = (public_id: string) => admin.call(contract.addContentPicture, { body: { public_id } })
  const other = (await seedStaff(shop, 'platform_admin')).visitor
  await expect(add(await upload(other))).rejects.toMatchObject({ status: 422 })
  await expect(add('nothing')).rejects.toMatchObject({ status: 422 })
  const { url } = (await add(await upload(admin))).data
  const slug = 'own-pictures'
  await admin.call(contract.createContentPage, { body: { slug, title: 'Pictures' } })
  await save(slug, `![A harbor](${url})`)
  await publish(slug)
  const { html } = (await show(slug)).document
  expect(html).toContain(`<img src="${url}" alt="A harbor"`)
  const picture = await shop.app.inject(url)
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  await expect(save(slug, '![A harbor](https://elsewhere.example/harbor.jpg)')).rejects.toMatchObject({ status: 422 })
})

test('two texts are compared by words', async () => {
  const slug = 'imprint'
  await save(slug, 'We answer within one day.')
  await publish(slug)
  await save(slug, 'We answer within two days, always.')
  const { data } = await admin.call(contract.compareContent, { params: { slug }, query: { from: '1', to: 'draft' } })
  const join = (...kinds: string[]) =>
    data
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ text }) => text)
      .join('')
  expect(join('same', 'removed')).toContain('We answer within one day.')
  expect(join('same', 'added')).toContain('We answer within two days, always.')
  expect(join('same')).toContain('We answer within ')
  expect(join('removed')).toContain('one')
  const { data: earlier } = await admin.call(contract.getContentSource, { params: { slug, name: '1' } })
  expect(earlier).toMatchObject({
    source: 'We answer within one day.',
    document: { html: '<p>We answer within one day.</p>\n' },
  })
  await expect(admin.call(contract.getContentSource, { params: { slug, name: '7' } })).rejects.toMatchObject({
    status: 404,
  })
})
