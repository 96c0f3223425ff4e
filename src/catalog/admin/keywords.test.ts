/** Tests for keyword lists, through the API: uploaded first, then applied by the job. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveTestClip } from '../../../testing/builders/catalog.ts'
import type { Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { applyKeywordList as carryOut } from '../keyword-lists.server.ts'
import { getStaffClip } from './contract.ts'
import * as contract from './keywords-contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

let serial = 0
const createClip = (keywords: string[] = []) => {
  serial += 1
  const input = { name: `Tern ${serial}`, shoot: `Skerry ${serial}`, keywords }
  return shop.db.transaction().execute(trx => saveTestClip(trx, input, shop.clock.now()))
}
const upload = async (csv: string, mode: 'add' | 'replace' = 'add') =>
  (await staff.visitor.call(contract.uploadKeywordList, { body: { csv, mode, file_name: 'terns.csv' } })).data
const withId = (id: number) => ({ params: { id: String(id) } })
const loadList = async (id: number) => (await staff.visitor.call(contract.getKeywordList, withId(id))).data
const apply = async (id: number) => {
  await staff.visitor.call(contract.applyKeywordList, withId(id))
  await carryOut(shop.db, id, shop.clock.now())
  return loadList(id)
}
const keywordsOf = async (id: number) =>
  (await shop.db.selectFrom('clips').where('id', '=', id).select('keywords').executeTakeFirstOrThrow()).keywords

test('valid rows are shown and then applied, invalid ones are reported by line, and nothing changes before that', async () => {
  const [first, second] = [await createClip(['Fog']), await createClip(['old'])]
  const list = await upload(
    `clip,keywords\n${first},"fog, dusk"\n999999,x\ntern-${serial},gull\n${second},again\nno clip!,x`,
  )
  expect(list).toMatchObject({
    state: 'uploaded',
    lines: [
      { line: 2, clip_id: first, now: ['Fog'], keywords: ['fog', 'dusk'] },
      { line: 4, clip_id: second, keywords: ['gull'] },
    ],
    errors: [
      { line: 3, text: 'There is no clip 999999.' },
      { line: 5, text: 'The same clip as in row 4.' },
      { line: 6, text: '“no clip!” is not a clip.' },
    ],
  })
  expect(await keywordsOf(first)).toEqual(['Fog'])
  expect(await apply(list.id)).toMatchObject({ state: 'done', lines_done: 2, changed: 2 })
  expect(await keywordsOf(first)).toEqual(['Fog', 'dusk'])
  expect(await keywordsOf(second)).toEqual(['old', 'gull'])
  await expect(staff.visitor.call(contract.applyKeywordList, withId(list.id))).rejects.toMatchObject({ status: 409 })
})

test('existing keywords keep their spelling and order, and the log has the values before and after', async () => {
  const [first, second] = [await createClip(['fog', 'gull', 'pier']), await createClip(['fog', 'gull'])]
  const list = await upload(`${first},"pier, FOG"\n${second},"gull, dusk"`)
  expect(await apply(list.id)).toMatchObject({ lines_done: 2, changed: 1 })
  expect(await keywordsOf(first)).toEqual(['fog', 'gull', 'pier'])
  const { data } = await staff.visitor.call(getStaffClip, withId(second))
  expect(data.history[0]?.changes).toEqual([{ field: 'keywords', was: 'fog, gull', is: 'fog, gull, dusk' }])
})

test('of ten thousand rows the valid ones are applied, and each of the others is reported by its line', async () => {
  const ids: number[] = []
  for (let i = 0; i < 40; i++) ids.push(await createClip())
  // Every 250th row is valid. The others name unknown clips or repeat an earlier row.
  const rows = Array.from({ length: 10_000 }, (_, i) => {
    if (i % 250 === 0) return `${ids[i / 250]},"tide, spray ${i}"`
    return i % 2 === 0 ? `${900_000 + i},tide` : `${ids[Math.floor(i / 250)]},tide`
  })
  const list = await upload(rows.join('\n'))
  expect(list.errors).toHaveLength(10_000 - ids.length)
  expect(list.errors.slice(0, 2)).toEqual([
    { line: 2, text: 'The same clip as in row 1.' },
    { line: 3, text: 'There is no clip 900002.' },
  ])
  expect(list.errors.at(-1)).toEqual({ line: 10_000, text: 'The same clip as in row 9751.' })
  expect(await apply(list.id)).toMatchObject({ state: 'done', lines_done: 40, changed: 40 })
  expect(await keywordsOf(ids[39] ?? 0)).toEqual(['tide', 'spray 9750'])
})

test('a list that is applied again while it runs gets another job, since the first may be lost', async () => {
  const clip = await createClip()
  const list = await upload(`${'\n'.repeat(20_000)}${clip},foam`)
  await staff.visitor.call(contract.applyKeywordList, withId(list.id))
  expect(await apply(list.id)).toMatchObject({ state: 'done', lines: [{ line: 20_001 }] })
})

test('replacing removes all other keywords, and a row with too many keywords is skipped', async () => {
  const full = await createClip(Array.from({ length: 50 }, (_, i) => `word ${i}`))
  const other = await createClip(['old'])
  const addedList = await upload(`${full},new\n${other},new`)
  expect(await apply(addedList.id)).toMatchObject({
    changed: 1,
    errors: [{ line: 1, text: 'It would have more than 50 keywords.' }],
  })
  const replacedList = await upload(`${full},calm\n${other},calm`, 'replace')
  expect(await apply(replacedList.id)).toMatchObject({ changed: 2, errors: [] })
  expect(await keywordsOf(full)).toEqual(['calm'])
})

test('an interrupted job resumes where it stopped and applies no row twice', async () => {
  const ids: number[] = []
  for (let i = 0; i < 3; i++) ids.push(await createClip())
  const list = await upload(ids.map(id => `${id},kelp`).join('\n'))
  await staff.visitor.call(contract.applyKeywordList, withId(list.id))
  // As if the process had died after the first row, and somebody had removed the keyword since.
  await shop.db.updateTable('keyword_lists').set({ lines_done: 1, changed: 1 }).where('id', '=', list.id).execute()
  await Promise.all([1, 2, 3].map(() => carryOut(shop.db, list.id, shop.clock.now())))
  expect(await loadList(list.id)).toMatchObject({ state: 'done', lines_done: 3, changed: 3 })
  expect(await Promise.all(ids.map(keywordsOf))).toEqual([[], ['kelp'], ['kelp']])
})

test.each([
  ['', 'The table is empty.'],
  [Array.from({ length: 10_002 }, (_, i) => `${i + 1},x`).join('\n'), 'More than 10,000 rows: split the file.'],
])('a table that cannot be read is refused with a message', async (csv, text) => {
  await expect(upload(csv)).rejects.toMatchObject({ status: 422, errors: { csv: [text] } })
})
