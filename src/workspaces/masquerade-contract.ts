/** Ending a masquerade. It begins in the admin. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'

const said = {
  who: 'anyone',
  masquerade: 'allowed',
  open_to_suspended: true,
  /** Whether there was one to end. */
  reply: z.object({ ended: z.boolean() }),
} as const

export const logoutMasquerade = endpoint('POST', '/auth/logout/masquerade', {
  summary: 'Stop acting as a client and be oneself again',
  ...said,
})

/** A GET must not change anything for others: it acts only for our own pages. */
export const getLogoutMasquerade = endpoint('GET', '/auth/logout/masquerade', {
  summary: 'The same for older clients: acts only for a fetch of our own pages (Sec-Fetch-Site: same-origin)',
  ...said,
})
