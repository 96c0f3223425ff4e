/** Tells the shop which clips somebody saw, a few at a time. Nobody waits for it, and nobody is told when it fails. */
import { wantsNoMeasuring } from '#platform/privacy-signals.ts'

import { most_seen, noteSightings } from './contract.ts'

type Kind = 'views' | 'hovers'

const wait_ms = 10_000

/** Since this document was opened; the server counts each once a day whatever it hears. */
const told = new Set<string>()
let waiting: Record<Kind, number[]> = { views: [], hovers: [] }
let timer: number | undefined

const send = () => {
  window.clearTimeout(timer)
  timer = undefined
  const body = waiting
  waiting = { views: [], hovers: [] }
  if (body.views.length === 0 && body.hovers.length === 0) return
  const { method, path } = noteSightings
  const headers = { 'content-type': 'application/json' }
  // `keepalive`: it outlives the page.
  fetch(`/api${path}`, { method, headers, body: JSON.stringify(body), keepalive: true })
    // Read to its end: an answer that nobody reads keeps its connection.
    .then(response => response.text())
    .catch(() => {})
}

const note = (kind: Kind, clip_id: number) => {
  const key = `${kind} ${clip_id}`
  if (told.has(key) || wantsNoMeasuring()) return
  if (told.size === 0)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') send()
    })
  told.add(key)
  waiting[kind].push(clip_id)
  if (waiting[kind].length >= most_seen) send()
  else timer ??= window.setTimeout(send, wait_ms)
}

/** Somebody opened its page. */
export const tellOfView = (clip_id: number): void => note('views', clip_id)

/** Its preview moved for a second. */
export const tellOfHover = (clip_id: number): void => note('hovers', clip_id)
