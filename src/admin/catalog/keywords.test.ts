/** Keywords from a table through the real door: read first, then carried out by the job. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveWish } from '../../../testing/builders/catalog.ts'
import type { Buyer } from '../../../testing/builders/orders.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { applyKeywordList as carryOut } from '../../catalog/keyword-lists.server.ts'
import { getStaffClip } from './contract.ts'
import * as contract from './keywords-contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop)
})
afterAll(() => shop.close())

let serial = 0
const aWish = (keywords: string[] = []) => {
  serial += 1
  const wish = { name: `Tern ${serial}`, shoot: `Skerry ${serial}`, keywords }
  return shop.db.transaction().execute(trx => saveWish(trx, wish, shop.clock.now()))
}
const send = async (csv: string, mode: 'add' | 'replace' = 'add') =>
  (await staff.visitor.call(contract.sendKeywordList, { body: { csv, mode, file_name: 'terns.csv' } })).data
const at = (id: number) => ({ params: { id: String(id) } })
const facts = async (id: number) => (await staff.visitor.call(contract.getKeywordList, at(id))).data
const apply = async (id: number) => {
  await staff.visitor.call(contract.applyKeywordList, at(id))
  await carryOut(shop.db, id, shop.clock.now())
  return facts(id)
}
const keywordsOf = async (id: number) =>
  (await shop.db.selectFrom('clips').where('id', '=', id).select('keywords').executeTakeFirstOrThrow()).keywords

test('good rows are shown and then applied, bad ones are told by line; until then nothing changes', async () => {
  const [one, two] = [await aWish(['Fog']), await aWish(['old'])]
  const list = await send(`clip,keywords\n${one},"fog, dusk"\n999999,x\ntern-${serial},gull\n${two},again\nno clip!,x`)
  expect(list).toMatchObject({
    state: 'read',
    lines: [
      { line: 2, clip_id: one, now: ['Fog'], keywords: ['fog', 'dusk'] },
      { line: 4, clip_id: two, keywords: ['gull'] },
    ],
    mistakes: [
      { line: 3, text: 'There is no clip 999999.' },
      { line: 5, text: 'The same clip as in row 4.' },
      { line: 6, text: '“no clip!” is no clip.' },
    ],
  })
  expect(await keywordsOf(one)).toEqual(['Fog'])
  expect(await apply(list.id)).toMatchObject({ state: 'done', done: 2, changed: 2 })
  expect(await keywordsOf(one)).toEqual(['Fog', 'dusk'])
  expect(await keywordsOf(two)).toEqual(['old', 'gull'])
  await expect(staff.visitor.call(contract.applyKeywordList, at(list.id))).rejects.toMatchObject({ status: 409 })
})

test('keywords that a clip has already stay as they stand; the log says what it had and has', async () => {
  const [one, two] = [await aWish(['fog', 'gull', 'pier']), await aWish(['fog', 'gull'])]
  const list = await send(`${one},"pier, FOG"\n${two},"gull, dusk"`)
  expect(await apply(list.id)).toMatchObject({ done: 2, changed: 1 })
  expect(await keywordsOf(one)).toEqual(['fog', 'gull', 'pier'])
  const { data } = await staff.visitor.call(getStaffClip, at(two))
  expect(data.history[0]?.changes).toEqual([{ field: 'keywords', was: 'fog, gull', is: 'fog, gull, dusk' }])
})

test('of ten thousand rows the good ones are applied, and each of the others is told by its line', async () => {
  const ids: number[] = []
  for (let i = 0; i < 40; i++) ids.push(await aWish())
  // Every 250th row is good; then come clips that there are none of, and clips that stood above.
  const rows = Array.from({ length: 10_000 }, (_, i) => {
    if (i % 250 === 0) return `${ids[i / 250]},"tide, spray ${i}"`
    return i % 2 === 0 ? `${900_000 + i},tide` : `${ids[Math.floor(i / 250)]},tide`
  })
  const list = await send(rows.join('\n'))
  expect(list.mistakes).toHaveLength(10_000 - ids.length)
  expect(list.mistakes.slice(0, 2)).toEqual([
    { line: 2, text: 'The same clip as in row 1.' },
    { line: 3, text: 'There is no clip 900002.' },
  ])
  expect(list.mistakes.at(-1)).toEqual({ line: 10_000, text: 'The same clip as in row 9751.' })
  expect(await apply(list.id)).toMatchObject({ state: 'done', done: 40, changed: 40 })
  expect(await keywordsOf(ids[39] ?? 0)).toEqual(['tide', 'spray 9750'])
})

test('asked again while it is under way it is woken once more, for a job may be lost', async () => {
  const clip = await aWish()
  const list = await send(`${'\n'.repeat(20_000)}${clip},foam`)
  await staff.visitor.call(contract.applyKeywordList, at(list.id))
  expect(await apply(list.id)).toMatchObject({ state: 'done', lines: [{ line: 20_001 }] })
})

test('replacing leaves only what the table says; a row that would be too much is left out alone', async () => {
  const full = await aWish(Array.from({ length: 50 }, (_, i) => `word ${i}`))
  const other = await aWish(['old'])
  const added = await send(`${full},new\n${other},new`)
  expect(await apply(added.id)).toMatchObject({
    changed: 1,
    mistakes: [{ line: 1, text: 'It would have more than 50 keywords.' }],
  })
  const replaced = await send(`${full},calm\n${other},calm`, 'replace')
  expect(await apply(replaced.id)).toMatchObject({ changed: 2, mistakes: [] })
  expect(await keywordsOf(full)).toEqual(['calm'])
})

test('broken off half way it goes on where it stopped, and does no row twice', async () => {
  const ids: number[] = []
  for (let i = 0; i < 3; i++) ids.push(await aWish())
  const list = await send(ids.map(id => `${id},kelp`).join('\n'))
  await staff.visitor.call(contract.applyKeywordList, at(list.id))
  // As if the process had died after the first row, and somebody took the word away since.
  await shop.db.updateTable('keyword_lists').set({ done: 1, changed: 1 }).where('id', '=', list.id).execute()
  await Promise.all([1, 2, 3].map(() => carryOut(shop.db, list.id, shop.clock.now())))
  expect(await facts(list.id)).toMatchObject({ state: 'done', done: 3, changed: 3 })
  expect(await Promise.all(ids.map(keywordsOf))).toEqual([[], ['kelp'], ['kelp']])
})

test.each([
  ['', 'The table is empty.'],
  [Array.from({ length: 10_002 }, (_, i) => `${i + 1},x`).join('\n'), 'More than 10,000 rows: send it in parts.'],
])('a table that cannot be read is refused in words', async (csv, text) => {
  await expect(send(csv)).rejects.toMatchObject({ status: 422, errors: { csv: [text] } })
})
