/** Menus: the owner's links replace the built-in ones, each leads somewhere, and the default comes back. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { pages } from '#app/pages.ts'
import { scenePath, shootPath } from '#catalog/paths.ts'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { saveTestClips } from '../../../../testing/builders/catalog.ts'
import { seedClip, type Buyer } from '../../../../testing/builders/orders.ts'
import { changeSettings } from '../../../../testing/builders/settings.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
// Loads the pages before the app opens, which may not take long.
import '../../../../testing/server-build.ts'
import type { SettingsOf } from '../../settings/groups.ts'
import { getMenusSettings, listMenuPages, saveMenusSettings } from './contract.ts'

type Links = SettingsOf<'menus'>['header']

let shop: TestApp
let owner: Buyer
let shoot: string
let scene: string
let category: string
beforeAll(async () => {
  shop = await openTestApp({}, { probes: [(app, deps) => void app.register(pages, deps)] })
  owner = await seedStaff(shop, 'platform_admin')
  await seedClip(shop)
  const row = await shop.db
    .selectFrom('collections')
    .where('kind', '=', 'shoot')
    .where('clip_count', '>', 0)
    .select(['id', 'slug'])
    .executeTakeFirstOrThrow()
  shoot = shootPath(row)
  await saveTestClips(shop, [{ shoot: 'Harbor', scene: 'Night shift' }])
  const row_of_scene = await shop.db
    .selectFrom('scenes as s')
    .innerJoin('collections as c', 'c.id', 's.shoot_id')
    .select(['s.id', 's.slug', 'c.id as shoot_id', 'c.slug as shoot_slug'])
    .executeTakeFirstOrThrow()
  scene = scenePath({ id: row_of_scene.shoot_id, slug: row_of_scene.shoot_slug }, row_of_scene)
  const { slug } = await shop.db
    .selectFrom('categories as c')
    .innerJoin('clips as k', 'k.category_id', 'c.id')
    .select('c.slug')
    .executeTakeFirstOrThrow()
  category = `/category/${slug}`
})
afterAll(() => shop.close())
beforeEach(() => changeSettings(shop, 'menus', { header: [] }))

const save = async (header: Links) => {
  const { version } = (await owner.visitor.call(getMenusSettings, {})).data
  return owner.visitor.call(saveMenusSettings, { body: { header, version } })
}
const loadMenus = async (visitor = shop.visitor()) => {
  const html = await (await visitor.send('/pricing', { method: 'GET' })).text()
  const menuOf = (label: string) =>
    html.split(new RegExp(`<nav [^>]*aria-label="${label}"`))[1]?.split('</nav>')[0] ?? ''
  const labelsIn = (part: string) =>
    [...part.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(([, to = '', label = '']) => [label, to])
  return { header: labelsIn(menuOf('Main')), phone: labelsIn(menuOf('Menu')), html: menuOf('Main') }
}

test('the owner’s links replace the built-in ones in the header and on phones, in their order', async () => {
  const header = [
    { label: 'Newest & best', to: '/clips?sort=newest' },
    { label: 'Tides', to: shoot },
    { label: 'Category', to: category },
    { label: 'Blog', to: 'https://blog.example.com/' },
    { label: 'Boards', to: '/projects' },
  ]
  await save(header)
  const expected = [
    ['Newest &amp; best', '/clips?sort=newest'],
    ['Tides', shoot],
    ['Category', category],
    ['Blog', 'https://blog.example.com/'],
  ]
  const guest = await loadMenus()
  expect(guest.header).toEqual(expected)
  expect(guest.phone.slice(0, 4)).toEqual(expected)
  expect(guest.html).not.toContain('Support')
  expect((await loadMenus(owner.visitor)).header).toEqual([...expected, ['Boards', '/projects']])
})

test('links may lead to a scene and to a search term', async () => {
  const header = [
    { label: 'Night shift', to: scene },
    { label: 'Golden hour', to: '/stock-footage/golden-hour?look=aerial' },
  ]
  await save(header)
  expect((await loadMenus()).header).toEqual(header.map(({ label, to }) => [label, to]))
})

test('links that have no room are under More in the header, and all are in the menu on phones', async () => {
  const names = ['Aerial footage', 'City life at night', 'People at work', 'Slow motion', 'Weather']
  await save(names.map(label => ({ label, to: '/clips' })))
  const { header, phone, html } = await loadMenus()
  expect(header.map(([label]) => label)).toEqual(names.slice(0, 3))
  expect(html).toContain('More')
  expect(phone.slice(0, 5).map(([label]) => label)).toEqual(names)
})

test('an empty list brings the built-in menu back', async () => {
  const before = await loadMenus()
  await save([{ label: 'Only', to: '/clips' }])
  await save([])
  expect(await loadMenus()).toEqual(before)
  expect(before.header.map(([label]) => label)).toEqual(['Search', 'Collections', 'Pricing', 'Services'])
})

test.each([
  ['/nothing-here', /no public page at \/nothing-here/],
  ['/category/unknown', /no public page/],
  ['/collections/unknown/9999', /no public page/],
  ['/pages/unknown', /no public page/],
  ['/stock-footage/Golden_Hour', /no public page/],
  ['/clips/a/99999999999', /no public page/],
  ['//evil.example/', /starts with \//],
  ['javascript:alert(1)', /starts with \//],
  ['http://example.com/', /https:\/\//],
  ['https://user@example.com/', /https:\/\//],
  ['', /starts with \//],
])('a link to %o is refused beside it, and nothing changes', async (to, sentence) => {
  await expect(
    save([
      { label: 'Fine', to: '/clips' },
      { label: 'Wrong', to },
    ]),
  ).rejects.toMatchObject({ status: 422, errors: { 'header.1.to': [expect.stringMatching(sentence)] } })
  expect(shop.settings.current().menus.header).toEqual([])
})

test('a shoot’s address that is spelled otherwise is refused, because the page would redirect', async () => {
  const to = shoot.replace(/\/shoots\/[^/]+/, '/shoots/other')
  await expect(save([{ label: 'Tides', to }])).rejects.toMatchObject({ status: 422 })
  const toScene = scene.replace(/\/shoots\/[^/]+/, '/shoots/other')
  await expect(save([{ label: 'Night shift', to: toScene }])).rejects.toMatchObject({ status: 422 })
})

test('a ninth link, two links with one label, and a long label are refused with a sentence', async () => {
  const many = Array.from({ length: 9 }, (_, index) => ({ label: `Link ${index}`, to: '/clips' }))
  await expect(save(many)).rejects.toMatchObject({ errors: { header: ['The header has up to 8 links.'] } })
  const twice = [
    { label: 'Clips', to: '/clips' },
    { label: 'clips', to: '/pricing' },
  ]
  await expect(save(twice)).rejects.toMatchObject({ errors: { header: ['Each link needs a label of its own.'] } })
  await expect(save([{ label: 'x'.repeat(25), to: '/clips' }])).rejects.toMatchObject({
    errors: { 'header.0.label': ['The label is too long'] },
  })
})

test('every page that the form suggests can be saved', async () => {
  const { data } = await owner.visitor.call(listMenuPages, {})
  expect(data.map(({ to }) => to)).toEqual(expect.arrayContaining(['/clips', '/collections', category]))
  for (let at = 0; at < data.length; at += 8)
    await save(data.slice(at, at + 8).map(({ to }, index) => ({ label: `Link ${index}`, to })))
})
