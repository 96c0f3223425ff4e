import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveWishes } from '../../../testing/builders/catalog.ts'
import { callContext } from '../../platform/context.ts'
import { readBrowse } from '../filters.ts'
import { countTerms } from '../search-terms.server.ts'
import { loadTyped } from './load-typed.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await saveWishes(shop, [
    { name: 'Meadow', time_of_day: 'dusk', camera_look: 'aerial' },
    { name: 'Meadow at noon', time_of_day: 'day', camera_look: 'aerial' },
    { name: 'Harbor lights', keywords: ['dusk'], time_of_day: 'night' },
    { name: 'Waterfall', time_of_day: 'day', camera_look: 'macro' },
  ])
  await countTerms(shop.db)
})
afterAll(() => shop.close())

/** Where `/clips?…` leads, or what it shows. */
const visit = async (query: string) => {
  const context = new RouterContextProvider()
  context.set(callContext, shop.visitor().call)
  const url = new URL(`http://shop.test/clips?${query}`)
  try {
    const { clips, browse, typed } = await loadTyped({ context, url }, readBrowse(url.searchParams))
    return { clips: clips.map(clip => clip.name).toSorted(), q: browse.q, ...(typed && { typed }) }
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    return decodeURIComponent(thrown.headers.get('location') ?? '')
  }
}

test('plain language leads to the address that says the same, with what was chosen before', async () => {
  expect(await visit('q=aerial meadow at dusk')).toBe('/clips?q=meadow&look=aerial&time=dusk')
  expect(await visit('q=aerial meadow&no-time=dusk&sort=newest')).toBe(
    '/clips?q=meadow&look=aerial&no-time=dusk&sort=newest',
  )
  expect(await visit('q=meadow not at dusk')).toBe('/clips?q=meadow&no-time=dusk')
})

test('words find what their filters would not: then they stay words', async () => {
  expect(await visit('q=harbor dusk')).toEqual({ clips: ['Harbor lights'], q: 'harbor dusk' })
})

test('where neither finds anything, there are filters to let go', async () => {
  expect(await visit('q=waterfall aerial')).toBe('/clips?q=waterfall&look=aerial')
})

test('a word that nothing is called is put right; in quotes it stays', async () => {
  expect(await visit('q=medaow&time=dusk')).toEqual({
    clips: ['Meadow'],
    q: 'meadow',
    typed: { words: 'medaow', path: '/clips?q=%22medaow%22&time=dusk' },
  })
  expect(await visit('q="medaow"')).toEqual({ clips: [], q: '"medaow"' })
  expect(await visit('q=aerial medaow')).toBe('/clips?q=medaow&look=aerial')
})

test('nothing is put right that would find nothing either', async () => {
  expect(await visit('q=watrefall medaow')).toEqual({ clips: [], q: 'watrefall medaow' })
})
