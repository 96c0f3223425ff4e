import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { parseBrowseQuery } from '#catalog/filters.ts'
import { callContext } from '#platform/http/context.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveTestClips } from '../../../testing/builders/catalog.ts'
import { getSearchPage } from '../search-page-contract.ts'
import { countTerms } from '../search-terms.server.ts'
import { loadBrowse } from './load-browse.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await saveTestClips(shop, [
    { name: 'Meadow', time_of_day: 'dusk', camera_look: 'aerial' },
    { name: 'Meadow at noon', time_of_day: 'day', camera_look: 'aerial' },
    { name: 'Harbor lights', keywords: ['dusk'], time_of_day: 'night' },
    { name: 'Cliffs', time_of_day: 'sunset', camera_look: 'macro' },
    { name: 'Cliffs at sea', time_of_day: 'dusk', camera_look: 'handheld' },
    { name: 'Waterfall', time_of_day: 'day', camera_look: 'macro' },
  ])
  await countTerms(shop.db)
})
afterAll(() => shop.close())

/** Returns what `/clips?…` shows, or where it redirects to. */
const visit = async (query: string) => {
  const context = new RouterContextProvider()
  context.set(callContext, shop.visitor().call)
  const url = new URL(`http://shop.test/clips?${query}`)
  try {
    const { clips, reading } = await loadBrowse({ context, url }, parseBrowseQuery(url.searchParams))
    const filters = reading?.filters.map(({ name, value, exclude }) => `${exclude ? 'no-' : ''}${name}=${value}`) ?? []
    const close = reading?.close_total ?? 0
    return {
      full: clips
        .slice(0, clips.length - close)
        .map(clip => clip.name)
        .toSorted(),
      close: clips
        .slice(clips.length - close)
        .map(clip => clip.name)
        .toSorted(),
      filters,
    }
  } catch (error) {
    if (!(error instanceof Response)) throw error
    return decodeURIComponent(error.headers.get('location') ?? '')
  }
}

test('plain language is read into filters, which add to those chosen before', async () => {
  expect(await visit('q=aerial meadow at dusk')).toEqual({
    full: ['Meadow'],
    close: [],
    filters: ['look=aerial', 'time=dusk'],
  })
  expect(await visit('q=aerial meadow&no-time=dusk&sort=newest')).toMatchObject({
    full: ['Meadow at noon'],
    filters: ['look=aerial'],
  })
  expect(await visit('q=meadow not at dusk')).toMatchObject({ full: ['Meadow at noon'], filters: ['no-time=dusk'] })
  expect(await visit('q=aerial meadow at dusk&exact=1')).toMatchObject({ filters: [] })
})

test('words stay words when their filters find nothing', async () => {
  expect(await visit('q=harbor dusk')).toMatchObject({ full: ['Harbor lights'], filters: [] })
})

test('a neighboring time of day is a close match, and says so', async () => {
  expect(await visit('q=cliffs at dusk')).toMatchObject({ full: ['Cliffs at sea'], close: ['Cliffs'] })
  expect(await visit('q=cliffs at dusk macro')).toMatchObject({ full: [], close: ['Cliffs'] })
  // A chosen filter stays strict.
  expect(await visit('q=cliffs&time=dusk')).toMatchObject({ full: ['Cliffs at sea'], close: [] })
  const { data } = await shop.visitor().call(getSearchPage, { query: { q: 'cliffs at dusk macro' } })
  expect(data).toMatchObject({ reading: { close_matches: [['dusk']] } })
})

test('an unknown word is corrected, and a quoted or an exact one is not', async () => {
  expect(await visit('q=medaow&time=dusk')).toMatchObject({ full: ['Meadow'] })
  expect(await visit('q="medaow"')).toMatchObject({ full: [], close: [] })
  expect(await visit('q=medaow&exact=1')).toMatchObject({ full: [], close: [] })
  expect(await visit('q=aerial medaow&time=dusk')).toMatchObject({ full: ['Meadow'], filters: ['look=aerial'] })
})

test('each misspelled word finds what it can', async () => {
  expect(await visit('q=watrefall medaow')).toEqual({
    full: [],
    close: ['Meadow', 'Meadow at noon', 'Waterfall'],
    filters: [],
  })
})
