import { XMLParser } from 'fast-xml-parser'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addressesOf } from '#catalog/addresses.server.ts'
import { withdrawClip } from '#catalog/save.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip } from '../../testing/builders/orders.ts'
import { most_addresses } from './sitemap.server.ts'

const origin = 'https://shop.example'
let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: `${origin}/`, DEMO: '1' })
})
afterAll(() => shop.close())

const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers })

type Entry = { loc: string; lastmod?: string }
const parser = new XMLParser({ isArray: name => name === 'url' || name === 'sitemap' })
const read = async (url: string) => {
  const answer = await get(url)
  expect(answer.statusCode, url).toBe(200)
  expect(answer.headers['content-type']).toContain('application/xml')
  const found = parser.parse(answer.body) as {
    urlset?: { url?: Entry[] }
    sitemapindex?: { sitemap?: Entry[] }
  }
  return found.urlset?.url ?? found.sitemapindex?.sitemap ?? []
}
/** Every file that the list names, by its name. */
const readAll = async () => {
  const files = await read('/sitemap.xml')
  const named = files.map(async ({ loc }) => {
    expect(loc.startsWith(origin)).toBe(true)
    return [loc.slice(`${origin}/sitemaps/`.length), await read(loc.slice(origin.length))] as const
  })
  return Object.fromEntries(await Promise.all(named))
}

test('robots are told where the list is, at the address that the shop is configured with', async () => {
  const { body, headers } = await get('/robots.txt', { host: 'elsewhere.example' })
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(body).toContain('Disallow: /api/')
  // A page that must not be listed says so itself: it has to be read.
  expect(body).not.toContain('/cart')
})

test('every kind of page is listed once under its one address; what is not for sale is not', async () => {
  const clip = await aClip(shop)
  const gone = await aClip(shop, 'Withdrawn waves')
  await shop.db.transaction().execute(trx => withdrawClip(trx, gone.id))
  const shoot = await shop.db.selectFrom('clips').where('id', '=', clip.id).select('shoot_id').executeTakeFirstOrThrow()
  const scene = await shop.db
    .insertInto('scenes')
    .values({ shoot_id: shoot.shoot_id, slug: 'harbor', name: 'Harbor' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db.updateTable('clips').set({ scene_id: scene.id }).where('id', '=', clip.id).execute()

  const files = await readAll()
  const all = Object.values(files).flatMap(entries => entries.map(({ loc }) => loc))
  expect(new Set(all).size).toBe(all.length)
  const paths = all.map(loc => loc.slice(origin.length))
  expect(paths).toContain('/')
  expect(paths).toContain(`/clips/${clip.slug}/${clip.id}`)
  expect(paths.filter(path => path.includes('withdrawn'))).toEqual([])
  for (const shape of [
    /^\/collections\/salt-\d+\/\d+$/,
    /^\/shoots\/salt-\d+\/\d+$/,
    /^\/shoots\/salt-\d+\/\d+\/scenes\/harbor\/\d+$/,
    /^\/filmmakers\/ines-marlow-\d+\/\d+$/,
    /^\/category\/ocean-\d+$/,
  ])
    expect(
      paths.filter(path => shape.test(path)),
      String(shape),
    ).toHaveLength(1)
})

test('a change of a clip is the change of every page that shows it', async () => {
  const { id } = await aClip(shop, 'Changing light')
  const changed = '2031-05-06T07:08:09.000Z'
  await shop.db
    .updateTable('clips')
    .set({ updated_at: new Date(changed) })
    .where('id', '=', id)
    .execute()
  const files = await readAll()
  for (const file of ['clips-1.xml', 'collections-1.xml', 'shoots-1.xml', 'filmmakers-1.xml'])
    expect(
      files[file]?.filter(entry => entry.lastmod === changed),
      file,
    ).toHaveLength(1)
})

test('a file holds 50,000 ids, and the next one goes on', async () => {
  const copy = async (id: number) => {
    const { id: like } = await shop.db.selectFrom('clips').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
    await sql`insert into clips (id, slug, name, filmmaker_id, shoot_id, category_id, master_id, width, height, fps,
        duration_ms, camera_look, motion, time_of_day, status, published_at) overriding system value
      select ${id}::integer, 'copy-' || ${id}::integer, name, filmmaker_id, shoot_id, category_id, master_id, width, height, fps,
        duration_ms, camera_look, motion, time_of_day, 'published', now() from clips where id = ${like}`.execute(
      shop.db,
    )
  }
  const ids = [most_addresses, most_addresses + 1, 3 * most_addresses]
  for (const id of ids) await copy(id)
  const files = await readAll()
  expect(Object.keys(files).filter(name => name.startsWith('clips-'))).toEqual([
    'clips-1.xml',
    'clips-2.xml',
    'clips-3.xml',
  ])
  const at = (file: string) => files[file]?.map(({ loc }) => Number(loc.split('/').at(-1)))
  expect(at('clips-1.xml')?.at(-1)).toBe(most_addresses)
  expect(at('clips-2.xml')).toEqual([most_addresses + 1])
  expect(at('clips-3.xml')).toEqual([3 * most_addresses])
})

test('a file is read along its keys, a thousand at a time, and nothing is lost between', async () => {
  await sql`insert into filmmakers (slug, name, clip_count) select 'f-' || n, 'F', 1 from generate_series(1, 2500) n`.execute(
    shop.db,
  )
  const sizes: number[] = []
  const paths: string[] = []
  for await (const batch of addressesOf(shop.db, 'filmmakers', { after: 0, through: 100_000 })) {
    sizes.push(batch.length)
    paths.push(...batch.map(({ path }) => path))
  }
  expect(Math.max(...sizes)).toBe(1_000)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.filter(path => path.startsWith('/filmmakers/f-'))).toHaveLength(2_500)
})

test.each([
  'clips-0',
  'clips-01',
  'clips-1.xml.gz',
  'users-1',
  '..%2fusers-1',
  'clips-9999999',
  'clips-99999',
  'clips-4',
])('there is no list %s', async name => {
  expect((await get(`/sitemaps/${name}.xml`)).statusCode).toBe(404)
})
