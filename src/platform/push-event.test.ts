/** The data layer by the clock: what is said again is said once, what waits is said when the tab is hidden. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Push = typeof import('./push-event.ts')

let tab: EventTarget & { visibilityState: string }
let page: EventTarget & { dataLayer?: object[] } & Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>
let push: Push

/** A browser, as far as this module looks at it. */
const open = async (navigator: object = {}) => {
  vi.resetModules()
  tab = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  page = Object.assign(new EventTarget(), { setTimeout, clearTimeout })
  vi.stubGlobal('document', tab)
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  push = await import('./push-event.ts')
}
const told = () => page.dataLayer ?? []
const show = (state: string) => {
  tab.visibilityState = state
  tab.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(async () => {
  vi.useFakeTimers()
  await open()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the same thing within 250 ms is told once, as it was said last; another clip is another thing', () => {
  push.pushEvent('search', { search_term: 'ti', results: 40 })
  vi.advanceTimersByTime(249)
  expect(told()).toEqual([])
  push.pushEvent('search', { search_term: 'tide', results: 12 })
  push.pushEvent('view_clip', { clip_id: 1 })
  push.pushEvent('view_clip', { clip_id: 2 })
  vi.advanceTimersByTime(249)
  expect(told()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told()).toEqual([
    { event: 'search', search_term: 'tide', results: 12 },
    { event: 'view_clip', clip_id: 1 },
    { event: 'view_clip', clip_id: 2 },
  ])
  push.pushEvent('search', { search_term: 'tide', results: 12 })
  vi.advanceTimersByTime(250)
  expect(told()).toHaveLength(4)
})

test('what waits is told when the tab is hidden, or left', () => {
  push.pushEvent('view_clip', { clip_id: 1 })
  show('hidden')
  expect(told()).toEqual([{ event: 'view_clip', clip_id: 1 }])
  push.pushEvent('view_clip', { clip_id: 2 })
  page.dispatchEvent(new Event('pagehide'))
  vi.advanceTimersByTime(1_000)
  expect(told()).toEqual([
    { event: 'view_clip', clip_id: 1 },
    { event: 'view_clip', clip_id: 2 },
    { event: 'page_visibility', state: 'hidden' },
  ])
})

test('a tab that comes and goes says so every 100 ms at most, and how it is in the end', () => {
  show('hidden')
  vi.advanceTimersByTime(60)
  show('visible')
  vi.advanceTimersByTime(39)
  show('hidden')
  expect(told()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told()).toEqual([{ event: 'page_visibility', state: 'hidden' }])
  show('visible')
  show('hidden')
  vi.advanceTimersByTime(100)
  expect(told()).toHaveLength(1)
})

test.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])('a browser that says %o is told nothing', async no => {
  await open(no)
  push.pushEvent('view_clip', { clip_id: 1 })
  show('hidden')
  vi.advanceTimersByTime(1_000)
  expect(told()).toEqual([])
})

test('e-mails and tokens that somebody searches for are taken out', () => {
  push.pushEvent('search', { search_term: 'nora@example.com', results: 0 })
  vi.advanceTimersByTime(250)
  expect(told()).toEqual([{ event: 'search', search_term: '…@…', results: 0 }])
})
