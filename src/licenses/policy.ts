/** Who can download licensed files, and how long. */
import type { Actor } from '#platform/actor.ts'
import { refuse } from '#platform/http/refusal.ts'
import { canDownload } from '#workspaces/policy.ts'

/** Throws 403 for a role that cannot download. */
export const requireDownloadAccess = ({ workspace_role }: Actor): void => {
  if (!canDownload(workspace_role)) throw refuse(403, 'Your role in this workspace does not include downloads.')
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns why a license with a term allows no more downloads; null while it is in force. */
export const getLicenseEndedReason = (ends_at: Date | null, now: Date): string | null =>
  ends_at === null || now < ends_at
    ? null
    : `The license of this clip ended on ${dateFormat.format(ends_at)}. License it again to download it.`

/** Message of the endpoint and label of the button when only the project is missing. */
export const ASSIGN_PROJECT_TEXT = 'Assign to a project to download'
