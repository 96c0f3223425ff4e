/** API of the version page. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

const VersionReport = z.object({
  version: z.string(),
  /** Newest first. */
  releases: z.array(z.object({ title: z.string(), notes: z.array(z.object({ area: z.string(), text: z.string() })) })),
  /** The processes that run, the oldest first. */
  processes: z.array(
    z.object({
      role: z.enum(['all', 'web', 'worker']),
      host: z.string(),
      pid: z.int(),
      version: z.string(),
      started_at: z.string(),
    }),
  ),
  /** null: the shop's own command never made one. */
  last_backup: z.nullable(z.object({ finished_at: z.string(), version: z.string(), size_bytes: z.int() })),
})
export type VersionReport = z.infer<typeof VersionReport>

export const getVersion = endpoint('GET', '/admin/version', {
  summary: 'Get the version with its release notes, the running processes and the last backup',
  who: 'staff',
  reply: VersionReport,
})
