/** Reports the clips that a visitor saw, a few at a time. Nothing waits for the requests, and failures are ignored. */
import { optsOutOfAnalytics } from '#platform/analytics/privacy-signals.ts'

import { MAX_IMPRESSIONS, recordImpressions } from './contract.ts'

type ImpressionKind = 'views' | 'hovers'

const FLUSH_DELAY_MS = 10_000

/** Impressions reported since the document loaded; the server also counts each only once a day. */
const reported = new Set<string>()
let pending: Record<ImpressionKind, number[]> = { views: [], hovers: [] }
let timer: number | undefined

const flush = () => {
  window.clearTimeout(timer)
  timer = undefined
  const body = pending
  pending = { views: [], hovers: [] }
  if (body.views.length === 0 && body.hovers.length === 0) return
  const { method, path } = recordImpressions
  const headers = { 'content-type': 'application/json' }
  // `keepalive` lets the request outlive the page.
  fetch(`/api${path}`, { method, headers, body: JSON.stringify(body), keepalive: true })
    // Read the body to its end: an unread response keeps its connection open.
    .then(response => response.text())
    .catch(() => {})
}

const queueImpression = (kind: ImpressionKind, clip_id: number) => {
  const key = `${kind} ${clip_id}`
  if (reported.has(key) || optsOutOfAnalytics()) return
  if (reported.size === 0)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') flush()
    })
  reported.add(key)
  pending[kind].push(clip_id)
  if (pending[kind].length >= MAX_IMPRESSIONS) flush()
  else timer ??= window.setTimeout(flush, FLUSH_DELAY_MS)
}

/** Call when a visitor opened the clip’s page. */
export const trackView = (clip_id: number): void => queueImpression('views', clip_id)

/** Call when a clip’s preview played for a second. */
export const trackHover = (clip_id: number): void => queueImpression('hovers', clip_id)
