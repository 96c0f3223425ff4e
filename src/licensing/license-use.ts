/** Decides whether an existing license covers a requested use. */
import type { ChoiceWithFormat } from './choice-schema.ts'
import { formatOf, BUYOUT_DISTRIBUTION_ID, type OrgType } from './terms.ts'

/** From narrowest to broadest: without paid media, as the distribution says, with paid media. */
export const mediaScopes = ['organic', 'not_applicable', 'paid'] as const
export type MediaScope = (typeof mediaScopes)[number]

/** Allowed distributions with territory, end and media scope. */
export type LicenseGrant = {
  distribution_ids: number[]
  /** null: worldwide. */
  territory: string | null
  /** ISO timestamp; null: forever. */
  ends_at: string | null
  media: MediaScope
}

/** A licensed or requested use: for whom, in which format, and with which grants. */
export type LicenseUse = {
  org_type: OrgType
  end_client_size: number
  /** Empty: any client of that size and type. */
  end_client: string
  /** Additional agreed terms as text; empty: none. */
  details: string
  format_id: number
  grants: LicenseGrant[]
}

/** The use of an active license, with the order that included it. */
export type LicensedUse = LicenseUse & { license_id: number; clip_id: number; order: string; sentence: string }

/** Returns the use of a license without a rate: worldwide and forever, unless it was imported with limits. */
export const toLicenseUse = (
  { org_type, end_client_size, distribution_ids, format_id }: ChoiceWithFormat,
  { territory = 'worldwide', ends_at = null }: { territory?: string; ends_at?: Date | null } = {},
): LicenseUse => ({
  org_type,
  end_client_size,
  end_client: '',
  details: '',
  format_id,
  grants: [
    {
      distribution_ids,
      territory: territory === 'worldwide' ? null : territory,
      ends_at: ends_at?.toISOString() ?? null,
      media: 'not_applicable',
    },
  ],
})

const equalsIgnoreCase = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** An All-Media Buyout covers every distribution. */
const grantCovers = (
  grant: LicenseGrant,
  requested: Omit<LicenseGrant, 'distribution_ids'>,
  distribution_id: number,
): boolean =>
  (grant.distribution_ids.includes(distribution_id) || grant.distribution_ids.includes(BUYOUT_DISTRIBUTION_ID)) &&
  (grant.territory === null ||
    (requested.territory !== null && equalsIgnoreCase(grant.territory, requested.territory))) &&
  (grant.ends_at === null ||
    (requested.ends_at !== null && Date.parse(grant.ends_at) >= Date.parse(requested.ends_at))) &&
  mediaScopes.indexOf(grant.media) >= mediaScopes.indexOf(requested.media)

/**
 * True if the organization type is the same, the client size and format are at least as good, the client matches, and every
 * requested distribution is granted with at least the territory, term and media. Additional terms are free text, so they
 * must be equal.
 */
export const coversUse = (license: LicenseUse, requested: LicenseUse): boolean =>
  license.org_type === requested.org_type &&
  license.end_client_size >= requested.end_client_size &&
  (license.end_client === '' || equalsIgnoreCase(license.end_client, requested.end_client)) &&
  (license.details === '' || equalsIgnoreCase(license.details, requested.details)) &&
  formatOf(license.format_id).priority <= formatOf(requested.format_id).priority &&
  requested.grants.every(grant =>
    grant.distribution_ids.every(id => license.grants.some(existing => grantCovers(existing, grant, id))),
  )

/** Returns the oldest license that covers this use of the clip, if any. */
export const findCoveringLicense = <License extends LicensedUse>(
  licenses: readonly License[],
  clip_id: number,
  requested: LicenseUse,
): License | undefined => licenses.find(license => license.clip_id === clip_id && coversUse(license, requested))
