/** Tells the shop what a person looked for and opened. Nobody waits for it, and nobody is told when it fails. */
import type { Endpoint } from '#platform/endpoint.ts'

import { noteClick, noteSearch } from './search-log-contract.ts'

/** `keepalive`: a click leads away from the page, and the word of it must outlive that. */
const tell = ({ method, path }: Endpoint, body: object): void => {
  const headers = { 'content-type': 'application/json' }
  fetch(`/api${path}`, { method, headers, body: JSON.stringify(body), keepalive: true })
    // Read to its end: an answer that nobody reads keeps its connection.
    .then(response => response.text())
    .catch(() => {})
}

/** Once for each search whose first results are on the screen. */
export const tellOfSearch = (q: string): void => tell(noteSearch, { q })

/** When a clip is opened from the results. */
export const tellOfClick = (q: string, clip_id: number): void => tell(noteClick, { q, clip_id })
