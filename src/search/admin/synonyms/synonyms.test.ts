/** Synonyms and search statistics through the staff API. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listClips } from '#catalog/contract.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { saveTestClip } from '../../../../testing/builders/catalog.ts'
import type { Buyer } from '../../../../testing/builders/orders.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
import { logSearches } from '../../search-log.server.ts'
import { listSearches, type SearchOrder } from '../searches/contract.ts'
import { deleteSynonym, listSynonyms, saveSynonym } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
  const clipInput = { name: 'Quokka at noon', shoot: 'Rottnest' }
  await shop.db.transaction().execute(trx => saveTestClip(trx, clipInput, shop.clock.now()))
})
afterAll(() => shop.close())

const saveTerm = (term: string, alternatives: string[]) =>
  staff.visitor.call(saveSynonym, { body: { term, alternatives } })
/** Search results are cached for two seconds (decision 9). */
const searchNames = async (q: string) => {
  shop.clock.advance(2_000)
  return (await shop.visitor().call(listClips, { query: { q } })).data.map(({ name }) => name)
}

test('a synonym works from the next search, and stops working as soon as it is deleted', async () => {
  expect(await searchNames('wallabette')).toEqual([])
  expect((await saveTerm('Wallabette', ['quokka', 'Quokka'])).data).toEqual({
    term: 'wallabette',
    alternatives: ['quokka'],
    kind: 'synonym',
  })
  expect(await searchNames('wallabette')).toEqual(['Quokka at noon'])
  await staff.visitor.call(deleteSynonym, { body: { term: 'wallabette' } })
  expect(await searchNames('wallabette')).toEqual([])
  const { data: log } = await staff.visitor.call(listStaffAuditLog, { query: { about: 'synonym', key: 'wallabette' } })
  expect(log.map(({ action }) => action)).toEqual(['removed', 'created'])
})

test('the shop’s initial synonyms can be changed', async () => {
  const { data } = await staff.visitor.call(listSynonyms, { query: { search: 'sundown' } })
  expect((await staff.visitor.call(listSynonyms, { query: { term: 'sundown' } })).data).toHaveLength(1)
  expect(data).toContainEqual({
    term: 'sundown',
    alternatives: expect.arrayContaining(['sunset']),
    kind: 'synonym',
  })
})

test.each<[string, string[], string, string]>([
  ['the', ['quokka'], 'term', 'The search ignores this word: choose another.'],
  ['marsupial', ['marsupials'], 'alternatives', '“marsupials” is already found by “marsupial”.'],
  ['marsupial', ['and'], 'alternatives', 'The search ignores “and”.'],
  ['marsupial', [], 'alternatives', 'Enter at least one synonym.'],
  ['" | x', ['y'], 'term', 'Use only letters, digits and spaces.'],
])('%j for %j is refused with a message', async (term, alternatives, field, text) => {
  await expect(saveTerm(term, alternatives)).rejects.toMatchObject({ status: 422, errors: { [field]: [text] } })
})

test('word forms of one term share its synonyms, even if twenty requests save them at once', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => saveTerm(i % 2 === 0 ? 'bandicoot' : 'bandicoots', ['quokka'])),
  )
  const refusals = results.flatMap(result =>
    result.status === 'rejected' ? [result.reason as { status: number }] : [],
  )
  expect(refusals.length).toBe(10)
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([422]))
})

test('search terms are listed by frequency, by missing results, and by clicks, within a period', async () => {
  const daysAgo = (days: number) => new Date(shop.clock.now().getTime() - days * DAY_MS)
  await logSearches(shop.db, [{ term: 'old fashioned', searches: 90, clicks: 0, result_count: 4 }], daysAgo(40))
  await logSearches(shop.db, [{ term: 'kelp', searches: 6, clicks: 0, result_count: 0 }], daysAgo(20))
  await logSearches(
    shop.db,
    [
      { term: 'kelp', searches: 4, clicks: 5, meaning_clicks: 2, result_count: 8 },
      { term: 'yeti', searches: 3, clicks: 0, result_count: 0 },
      { term: 'harbor', searches: 2, clicks: 0, result_count: 9 },
      { term: 'tall ship', searches: 1, clicks: 0, result_count: 7, full_count: 0 },
    ],
    daysAgo(1),
  )
  const listTerms = async (order: SearchOrder, days: '7' | '30' | '90' = '30') =>
    (await staff.visitor.call(listSearches, { query: { order, days } })).data.map(({ term }) => term)
  expect(await listTerms('searches')).toEqual(['kelp', 'yeti', 'harbor', 'tall ship'])
  expect(await listTerms('searches', '90')).toEqual(['old fashioned', 'kelp', 'yeti', 'harbor', 'tall ship'])
  expect(await listTerms('nothing')).toEqual(['yeti'])
  expect(await listTerms('close')).toEqual(['tall ship'])
  expect(await listTerms('clicks')).toEqual(['kelp'])
  expect(await listTerms('unclicked')).toEqual(['harbor', 'kelp'])
  const { data, meta } = await staff.visitor.call(listSearches, { query: { search: 'KEL', days: '30' } })
  expect(data).toMatchObject([{ term: 'kelp', searches: 10, clicks: 5, result_count: 8 }])
  expect(meta.totals).toEqual({ searches: 16, terms: 4, clicks: 5, meaning_clicks: 2, nothing: 3, close: 1 })
})
