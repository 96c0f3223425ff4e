/** Tests for the timing of analytics events: debouncing, and flushing when the tab is hidden. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type PushModule = typeof import('./push-event.ts')

let tab: EventTarget & { visibilityState: string }
let page: EventTarget & { dataLayer?: object[] } & Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>
let push: PushModule

/** Stubs the browser globals that the module uses. */
const openPage = async (navigator: object = {}) => {
  vi.resetModules()
  tab = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  page = Object.assign(new EventTarget(), { setTimeout, clearTimeout })
  vi.stubGlobal('document', tab)
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  push = await import('./push-event.ts')
}
const getDataLayer = () => page.dataLayer ?? []
const setVisibility = (state: string) => {
  tab.visibilityState = state
  tab.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(async () => {
  vi.useFakeTimers()
  await openPage()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('equal events within 250 ms are pushed once, with the last values, and other clips separately', () => {
  push.pushEvent('search', { search_term: 'ti', results: 40 })
  vi.advanceTimersByTime(249)
  expect(getDataLayer()).toEqual([])
  push.pushEvent('search', { search_term: 'tide', results: 12 })
  push.pushEvent('view_clip', { clip_id: 1 })
  push.pushEvent('view_clip', { clip_id: 2 })
  vi.advanceTimersByTime(249)
  expect(getDataLayer()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(getDataLayer()).toEqual([
    { event: 'search', search_term: 'tide', results: 12 },
    { event: 'view_clip', clip_id: 1 },
    { event: 'view_clip', clip_id: 2 },
  ])
  push.pushEvent('search', { search_term: 'tide', results: 12 })
  vi.advanceTimersByTime(250)
  expect(getDataLayer()).toHaveLength(4)
})

test('pending events are pushed when the tab is hidden or left', () => {
  push.pushEvent('view_clip', { clip_id: 1 })
  setVisibility('hidden')
  expect(getDataLayer()).toEqual([{ event: 'view_clip', clip_id: 1 }])
  push.pushEvent('view_clip', { clip_id: 2 })
  page.dispatchEvent(new Event('pagehide'))
  vi.advanceTimersByTime(1_000)
  expect(getDataLayer()).toEqual([
    { event: 'view_clip', clip_id: 1 },
    { event: 'view_clip', clip_id: 2 },
    { event: 'page_visibility', state: 'hidden' },
  ])
})

test('visibility changes are pushed at most every 100 ms, with the final state', () => {
  setVisibility('hidden')
  vi.advanceTimersByTime(60)
  setVisibility('visible')
  vi.advanceTimersByTime(39)
  setVisibility('hidden')
  expect(getDataLayer()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(getDataLayer()).toEqual([{ event: 'page_visibility', state: 'hidden' }])
  setVisibility('visible')
  setVisibility('hidden')
  vi.advanceTimersByTime(100)
  expect(getDataLayer()).toHaveLength(1)
})

test.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])('a browser with %o gets no events', async signals => {
  await openPage(signals)
  push.pushEvent('view_clip', { clip_id: 1 })
  setVisibility('hidden')
  vi.advanceTimersByTime(1_000)
  expect(getDataLayer()).toEqual([])
})

test('emails and tokens in search terms are scrubbed', () => {
  push.pushEvent('search', { search_term: 'nora@example.com', results: 0 })
  vi.advanceTimersByTime(250)
  expect(getDataLayer()).toEqual([{ event: 'search', search_term: '…@…', results: 0 }])
})
