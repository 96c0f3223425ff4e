/** Whether a license that somebody holds is enough for what they are about to license. */
import type { ChoiceWithFormat, LicenseChoice } from './choice-shape.ts'
import { formatOf } from './terms.ts'

/** What a workspace may do with a clip already. */
export type LicensedUse = LicenseChoice & { clip_id: number; format_id: number }

/** The same kind of organization, as large a client or larger, every distribution, and a format as good or better. */
export const coversUse = (held: Omit<LicensedUse, 'clip_id'>, wanted: ChoiceWithFormat): boolean =>
  held.org_type === wanted.org_type &&
  held.end_client_size >= wanted.end_client_size &&
  wanted.distribution_ids.every(id => held.distribution_ids.includes(id)) &&
  formatOf(held.format_id).priority <= formatOf(wanted.format_id).priority
