/** The endpoints that end a masquerade. The admin API starts one. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

const options = {
  who: 'anyone',
  masquerade: 'allowed',
  open_to_suspended: true,
  /** Whether a masquerade was active. */
  reply: z.object({ ended: z.boolean() }),
} as const

export const logoutMasquerade = endpoint('POST', '/auth/logout/masquerade', {
  summary: 'End the masquerade',
  ...options,
})

/** A GET must not change anything for other sites, so it works only for same-origin requests. */
export const getLogoutMasquerade = endpoint('GET', '/auth/logout/masquerade', {
  summary: 'End the masquerade, for older clients; only for same-origin requests (Sec-Fetch-Site)',
  ...options,
})
