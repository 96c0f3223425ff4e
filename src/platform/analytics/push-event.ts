/** Pushes analytics events to `window.dataLayer`, debounced and without personal data. */

import { scrub } from '../monitoring/scrub.ts'
import type { AnalyticsEventName, EventParams } from './analytics-events.ts'
import { optsOutOfAnalytics } from './privacy-signals.ts'

declare global {
  interface Window {
    dataLayer?: object[]
  }
}

export const DEBOUNCE_MS = 250
export const VISIBILITY_THROTTLE_MS = 100

type PendingEvent = { event: object; timer: number }
const pendingEvents = new Map<string, PendingEvent>()

const push = (event: object) => void (window.dataLayer ??= []).push(event)

const flush = () => {
  for (const { event, timer } of pendingEvents.values()) {
    clearTimeout(timer)
    push(event)
  }
  pendingEvents.clear()
}

/** Pushes an event. Equal events about the same clip within 250 ms are pushed once, with the last parameters. */
export const pushEvent = <N extends AnalyticsEventName>(name: N, params: EventParams<N>): void => {
  if (optsOutOfAnalytics()) return
  const key = `${name} ${'clip_id' in params ? String(params.clip_id) : ''}`
  window.clearTimeout(pendingEvents.get(key)?.timer)
  const event = { event: name, ...scrubParams(params) }
  const timer = window.setTimeout(() => {
    pendingEvents.delete(key)
    push(event)
  }, DEBOUNCE_MS)
  pendingEvents.set(key, { event, timer })
}

/** A search term may be an email, and a URL may contain a token. */
const scrubParams = (params: object) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? scrub(value) : (value as unknown),
    ]),
  )

let reportedState = document.visibilityState
let throttle: number | undefined
document.addEventListener('visibilitychange', () => {
  // A hidden tab may never come back.
  if (document.visibilityState === 'hidden') flush()
  throttle ??= window.setTimeout(() => {
    throttle = undefined
    if (document.visibilityState === reportedState || optsOutOfAnalytics()) return
    reportedState = document.visibilityState
    push({ event: 'page_visibility', state: reportedState })
  }, VISIBILITY_THROTTLE_MS)
})
addEventListener('pagehide', flush)
