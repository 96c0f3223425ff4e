import { XMLParser } from 'fast-xml-parser'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listPublicPages } from '#catalog/public-pages.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { withdrawClip } from '../../testing/builders/catalog.ts'
import { seedClip } from '../../testing/builders/orders.ts'
import { MAX_URLS_PER_FILE } from './sitemap.server.ts'

const origin = 'https://shop.example'
let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: `${origin}/`, DEMO: '1' })
})
afterAll(() => shop.close())

const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers })

type SitemapEntry = { loc: string; lastmod?: string }
const parser = new XMLParser({ isArray: name => name === 'url' || name === 'sitemap' })
const readSitemap = async (url: string) => {
  const response = await get(url)
  expect(response.statusCode, url).toBe(200)
  expect(response.headers['content-type']).toContain('application/xml')
  const parsed = parser.parse(response.body) as {
    urlset?: { url?: SitemapEntry[] }
    sitemapindex?: { sitemap?: SitemapEntry[] }
  }
  return parsed.urlset?.url ?? parsed.sitemapindex?.sitemap ?? []
}
/** Every file of the sitemap index, by name. */
const readAll = async () => {
  const files = await readSitemap('/sitemap.xml')
  const loading = files.map(async ({ loc }) => {
    expect(loc.startsWith(origin)).toBe(true)
    return [loc.slice(`${origin}/sitemaps/`.length), await readSitemap(loc.slice(origin.length))] as const
  })
  return Object.fromEntries(await Promise.all(loading))
}

test('robots.txt names the sitemap at the configured address', async () => {
  const { body, headers } = await get('/robots.txt', { host: 'elsewhere.example' })
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(body).toContain('Disallow: /api/')
  // Pages with `noindex` must not be blocked, because crawlers have to read it.
  expect(body).not.toContain('/cart')
})

test('the sitemap has every kind of page once and leaves out clips that are not for sale', async () => {
  const clip = await seedClip(shop)
  const withdrawn = await seedClip(shop, 'Withdrawn waves')
  await withdrawClip(shop, withdrawn.id)
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

test('a change of a clip updates `lastmod` of every page that shows it', async () => {
  const { id } = await seedClip(shop, 'Changing light')
  const changed = '2031-05-06T07:08:09.000Z'
  await shop.db
    .updateTable('clips')
    .set({ updated_at: new Date(changed) })
    .where('id', '=', id)
    .execute()
  const files = await readAll()
  for (const file of ['clips-1.xml', 'shoots-1.xml', 'filmmakers-1.xml'])
    expect(
      files[file]?.filter(entry => entry.lastmod === changed),
      file,
    ).toHaveLength(1)
})

test('a file holds 50,000 ids, and the next file continues', async () => {
  const insertCopy = async (id: number) => {
    const { id: sourceId } = await shop.db
      .selectFrom('clips')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await sql`insert into clips (id, slug, name, filmmaker_id, shoot_id, category_id, master_id, width, height, fps,
        duration_ms, camera_look, motion, time_of_day, status, published_at) overriding system value
      select ${id}::integer, 'copy-' || ${id}::integer, name, filmmaker_id, shoot_id, category_id, master_id, width, height, fps,
        duration_ms, camera_look, motion, time_of_day, 'published', now() from clips where id = ${sourceId}`.execute(
      shop.db,
    )
  }
  const ids = [MAX_URLS_PER_FILE, MAX_URLS_PER_FILE + 1, 3 * MAX_URLS_PER_FILE]
  for (const id of ids) await insertCopy(id)
  const files = await readAll()
  expect(Object.keys(files).filter(name => name.startsWith('clips-'))).toEqual([
    'clips-1.xml',
    'clips-2.xml',
    'clips-3.xml',
  ])
  const idsIn = (file: string) => files[file]?.map(({ loc }) => Number(loc.split('/').at(-1)))
  expect(idsIn('clips-1.xml')?.at(-1)).toBe(MAX_URLS_PER_FILE)
  expect(idsIn('clips-2.xml')).toEqual([MAX_URLS_PER_FILE + 1])
  expect(idsIn('clips-3.xml')).toEqual([3 * MAX_URLS_PER_FILE])
})

test('a file is read by key, 1,000 rows at a time, without gaps', async () => {
  await sql`insert into filmmakers (slug, name, clip_count) select 'f-' || n, 'F', 1 from generate_series(1, 2500) n`.execute(
    shop.db,
  )
  const sizes: number[] = []
  const paths: string[] = []
  for await (const batch of listPublicPages(shop.db, 'filmmakers', { after: 0, through: 100_000 })) {
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
])('there is no sitemap file %s', async name => {
  expect((await get(`/sitemaps/${name}.xml`)).statusCode).toBe(404)
})
