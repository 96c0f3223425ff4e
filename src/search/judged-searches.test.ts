/**
 * About 300 searches of the demo catalog, judged by hand or by what its clips are: which clip may come first, which must be found, and
 * which must not. A change of matching or order that breaks one should be deliberate.
 */
import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { getClip, listClips, type ClipDetail } from '#catalog/contract.ts'

import { seedCatalog } from '../../demo/seed-catalog.ts'
import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { countTerms } from './search-terms.server.ts'

const CLIPS = 64

let shop: TestApp
let visitor: Visitor
let clips: ClipDetail[]
beforeAll(async () => {
  shop = await openTestApp()
  await seedCatalog(shop)
  await countTerms(shop.db)
  visitor = shop.visitor()
  const ids = Array.from({ length: CLIPS }, (_, i) => i + 1)
  clips = await Promise.all(ids.map(async id => (await visitor.call(getClip, { params: { id: String(id) } })).data))
})
afterAll(() => shop.close())

const search = async (q: string) => {
  const { data, meta } = await visitor.call(listClips, { query: { q, per_page: '100' } })
  return { ids: data.map(({ id }) => id), reading: meta.reading }
}

const readIds = (text = '') => text.split(',').filter(Boolean).map(Number)

const judged = readFileSync(new URL('judged-searches.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(line => {
    const [q = '', first, must, mustNot] = line.split('\t')
    return { q, first: readIds(first), must: readIds(must), mustNot: readIds(mustNot) }
  })

test.each(judged)('“$q” finds what was meant', async ({ q, first, must, mustNot }) => {
  const { ids } = await search(q)
  if (first.length > 0) expect(first).toContain(ids[0])
  for (const id of must) expect(ids).toContain(id)
  for (const id of mustNot) expect(ids).not.toContain(id)
})

test('the name of each clip finds it first', async () => {
  const firsts = await Promise.all(clips.map(async ({ name }) => (await search(`"${name}"`)).ids[0]))
  expect(firsts).toEqual(clips.map(({ id }) => id))
})

test('the words of each name, in another order, find it among the first three', async () => {
  const misses = await Promise.all(
    clips.map(async ({ id, name }) => {
      const { ids } = await search(name.split(/\W+/).toReversed().join(' '))
      return ids.slice(0, 3).includes(id) ? [] : [name]
    }),
  )
  expect(misses.flat()).toEqual([])
})

test.each([
  ['feu', 'fr', 33],
  ['playa', 'es-MX,es;q=0.9', 6],
  ['bosque', 'es', 21],
  ['mare', 'it-IT', 1],
])('“%s” is a word of the visitor’s language %s', async (q, language, id) => {
  const find = async (headers: Record<string, string>) => {
    const response = await visitor.send(`/api/clips?${new URLSearchParams({ q })}`, { method: 'GET', headers })
    return ((await response.json()) as { data: { id: number }[] }).data.map(clip => clip.id)
  }
  expect(await find({ 'accept-language': language })).toContain(id)
  // It is an English word, too.
  expect(await find({ 'accept-language': 'en-US' })).toEqual([])
})
