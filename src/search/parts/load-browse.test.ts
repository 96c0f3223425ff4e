import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { parseBrowseQuery } from '#catalog/filters.ts'
import { callContext } from '#platform/http/context.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveTestClips } from '../../../testing/builders/catalog.ts'
import { countTerms } from '../search-terms.server.ts'
import { loadBrowse } from './load-browse.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await saveTestClips(shop, [
    { name: 'Meadow', time_of_day: 'dusk', camera_look: 'aerial' },
    { name: 'Meadow at noon', time_of_day: 'day', camera_look: 'aerial' },
    { name: 'Harbor lights', keywords: ['dusk'], time_of_day: 'night' },
    { name: 'Waterfall', time_of_day: 'day', camera_look: 'macro' },
  ])
  await countTerms(shop.db)
})
afterAll(() => shop.close())

/** Returns the redirect target of `/clips?…`, or what it shows. */
const visit = async (query: string) => {
  const context = new RouterContextProvider()
  context.set(callContext, shop.visitor().call)
  const url = new URL(`http://shop.test/clips?${query}`)
  try {
    const { clips, browse, typed } = await loadBrowse({ context, url }, parseBrowseQuery(url.searchParams), {
      isPlainLanguage: true,
    })
    return { clips: clips.map(clip => clip.name).toSorted(), q: browse.q, ...(typed && { typed }) }
  } catch (error) {
    if (!(error instanceof Response)) throw error
    return decodeURIComponent(error.headers.get('location') ?? '')
  }
}

test('plain language redirects to an address with the same filters, and keeps the filters chosen before', async () => {
  expect(await visit('q=aerial meadow at dusk')).toBe('/clips?q=meadow&look=aerial&time=dusk')
  expect(await visit('q=aerial meadow&no-time=dusk&sort=newest')).toBe(
    '/clips?q=meadow&look=aerial&no-time=dusk&sort=newest',
  )
  expect(await visit('q=meadow not at dusk')).toBe('/clips?q=meadow&no-time=dusk')
})

test('words stay words when they find clips that their filters would not', async () => {
  expect(await visit('q=harbor dusk')).toEqual({ clips: ['Harbor lights'], q: 'harbor dusk' })
})

test('when neither words nor filters find anything, it redirects to filters that can be removed', async () => {
  expect(await visit('q=waterfall aerial')).toBe('/clips?q=waterfall&look=aerial')
})

test('an unknown word is corrected, and a quoted one is not', async () => {
  expect(await visit('q=medaow&time=dusk')).toEqual({
    clips: ['Meadow'],
    q: 'meadow',
    typed: { words: 'medaow', path: '/clips?q=%22medaow%22&time=dusk' },
  })
  expect(await visit('q="medaow"')).toEqual({ clips: [], q: '"medaow"' })
  expect(await visit('q=aerial medaow')).toBe('/clips?q=medaow&look=aerial')
})

test('a correction without results is not applied', async () => {
  expect(await visit('q=watrefall medaow')).toEqual({ clips: [], q: 'watrefall medaow' })
})
