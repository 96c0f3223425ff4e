/** Reports searches and clicks to the server. Nothing waits for the requests, and failures are ignored. */
import type { Endpoint } from '#platform/http/endpoint.ts'

import { recordClick, recordSearch } from './search-log-contract.ts'

/** `keepalive` lets the request outlive the page that a click leaves. */
const sendReport = ({ method, path }: Endpoint, body: object): void => {
  const headers = { 'content-type': 'application/json' }
  fetch(`/api${path}`, { method, headers, body: JSON.stringify(body), keepalive: true })
    // Read the body to its end: an unread response keeps its connection open.
    .then(response => response.text())
    .catch(() => {})
}

/** Call once for each search whose first results are shown. */
export const trackSearch = (q: string): void => sendReport(recordSearch, { q })

/** Call when a clip is opened from search results. `place`: its place among them, from 1. */
export const trackSearchClick = (q: string, clip_id: number, place: number): void =>
  sendReport(recordClick, { q, clip_id, place })
