/** Synonyms and what is searched for, through the real door. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveWish } from '../../../testing/builders/catalog.ts'
import type { Buyer } from '../../../testing/builders/orders.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { listClips } from '../../catalog/contract.ts'
import { logSearches } from '../../catalog/search-log.server.ts'
import { listStaffLog } from '../log/contract.ts'
import { listSearches, type SearchOrder } from '../searches/contract.ts'
import { dropSynonym, listSynonyms, saveSynonym } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop)
  const wish = { name: 'Quokka at noon', shoot: 'Rottnest' }
  await shop.db.transaction().execute(trx => saveWish(trx, wish, shop.clock.now()))
})
afterAll(() => shop.close())

const save = (said: string, also: string[]) => staff.visitor.call(saveSynonym, { body: { said, also } })
/** Answers are shared for two seconds (decision 35). */
const names = async (q: string) => {
  shop.clock.advance(2_000)
  return (await shop.visitor().call(listClips, { query: { q } })).data.map(({ name }) => name)
}

test('a synonym works from the next search on, and is gone as soon as it is removed', async () => {
  expect(await names('wallabette')).toEqual([])
  expect((await save('Wallabette', ['quokka', 'Quokka'])).data).toEqual({ said: 'wallabette', also: ['quokka'] })
  expect(await names('wallabette')).toEqual(['Quokka at noon'])
  await staff.visitor.call(dropSynonym, { body: { said: 'wallabette' } })
  expect(await names('wallabette')).toEqual([])
  const { data: log } = await staff.visitor.call(listStaffLog, { query: { about: 'synonym', key: 'wallabette' } })
  expect(log.map(({ action }) => action)).toEqual(['Removed', 'Made'])
})

test('synonyms that came with the shop are there to be changed', async () => {
  const { data } = await staff.visitor.call(listSynonyms, { query: { search: 'sundown' } })
  expect((await staff.visitor.call(listSynonyms, { query: { said: 'sundown' } })).data).toHaveLength(1)
  expect(data).toContainEqual({ said: 'sundown', also: expect.arrayContaining(['sunset']) })
})

test.each<[string, string[], string, string]>([
  ['the', ['quokka'], 'said', 'The search leaves this word out: choose another.'],
  ['marsupial', ['marsupials'], 'also', '“marsupials” is found by “marsupial” already.'],
  ['marsupial', ['and'], 'also', 'The search leaves “and” out.'],
  ['marsupial', [], 'also', 'Say what else is meant.'],
  ['" | x', ['y'], 'said', 'Letters, digits and blanks: nothing else means anything to the search.'],
])('%j for %j is refused in words', async (said, also, field, text) => {
  await expect(save(said, also)).rejects.toMatchObject({ status: 422, errors: { [field]: [text] } })
})

test('a word that the search takes for another is that other, also when twenty write it at once', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => save(i % 2 === 0 ? 'bandicoot' : 'bandicoots', ['quokka'])),
  )
  const refused = all.flatMap(one => (one.status === 'rejected' ? [one.reason as { status: number }] : []))
  expect(refused.length).toBe(10)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([422]))
})

test('searches are listed by how often, without a result, by clicks, within a period', async () => {
  const day = (days: number) => new Date(shop.clock.now().getTime() - days * 86_400_000)
  await logSearches(shop.db, [{ term: 'old fashioned', searches: 90, clicks: 0, found: 4 }], day(40))
  await logSearches(shop.db, [{ term: 'kelp', searches: 6, clicks: 0, found: 0 }], day(20))
  await logSearches(
    shop.db,
    [
      { term: 'kelp', searches: 4, clicks: 5, found: 8 },
      { term: 'yeti', searches: 3, clicks: 0, found: 0 },
      { term: 'harbor', searches: 2, clicks: 0, found: 9 },
    ],
    day(1),
  )
  const asked = async (order: SearchOrder, days: '7' | '30' | '365' = '30') =>
    (await staff.visitor.call(listSearches, { query: { order, days } })).data.map(({ term }) => term)
  expect(await asked('searches')).toEqual(['kelp', 'yeti', 'harbor'])
  expect(await asked('searches', '365')).toEqual(['old fashioned', 'kelp', 'yeti', 'harbor'])
  expect(await asked('nothing')).toEqual(['yeti'])
  expect(await asked('clicks')).toEqual(['kelp'])
  expect(await asked('unclicked')).toEqual(['harbor', 'kelp'])
  const { data, meta } = await staff.visitor.call(listSearches, { query: { search: 'KEL', days: '30' } })
  expect(data).toMatchObject([{ term: 'kelp', searches: 10, clicks: 5, found: 8 }])
  expect(meta.totals).toEqual({ searches: 15, terms: 3, clicks: 5, nothing: 3 })
})
