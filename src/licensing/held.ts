/** Whether a license that somebody holds is enough for what they are about to license. */
import type { ChoiceWithFormat } from './choice-shape.ts'
import { formatOf, quoted_distribution, type OrgType } from './terms.ts'

/** The states of an order in which its licenses hold: they are granted, and nobody asks for the money back. */
export const agreed_states = ['paid', 'invoiced', 'overdue', 'partially_refunded'] as const

/** From the narrowest to the broadest: without paid media, as the distribution has it, with paid media. */
export const media = ['organic', 'not_applicable', 'paid'] as const
export type Media = (typeof media)[number]

/** What may be done where, and until when. */
export type Grant = {
  distribution_ids: number[]
  /** null: worldwide. */
  territory: string | null
  /** ISO moment; null: forever. */
  ends_at: string | null
  media: Media
}

/** For whom, as which file, and what of it is granted. */
export type Use = {
  org_type: OrgType
  end_client_size: number
  /** Empty: any client of that size and kind. */
  end_client: string
  /** What was agreed on besides, in words; empty: nothing. */
  details: string
  format_id: number
  grants: Grant[]
}

/** A license in force, and the order that it came with. */
export type LicensedUse = Use & { license_id: number; clip_id: number; order: string; sentence: string }

/** A license of the price table: worldwide and forever. */
export const useOf = ({ org_type, end_client_size, distribution_ids, format_id }: ChoiceWithFormat): Use => ({
  org_type,
  end_client_size,
  end_client: '',
  details: '',
  format_id,
  grants: [{ distribution_ids, territory: null, ends_at: null, media: 'not_applicable' }],
})

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** An All-Media Buyout is good for every distribution. */
const covers = (held: Grant, wanted: Omit<Grant, 'distribution_ids'>, distribution_id: number): boolean =>
  (held.distribution_ids.includes(distribution_id) || held.distribution_ids.includes(quoted_distribution)) &&
  (held.territory === null || (wanted.territory !== null && same(held.territory, wanted.territory))) &&
  (held.ends_at === null || (wanted.ends_at !== null && Date.parse(held.ends_at) >= Date.parse(wanted.ends_at))) &&
  media.indexOf(held.media) >= media.indexOf(wanted.media)

/**
 * The same kind of organization; as large a client or larger; any client, or just that one; a file as good or better; and
 * every distribution granted where, as long and with such media as it is wanted. What words add to a license can only be
 * read by people: it covers what is wanted under the same words alone.
 */
export const coversUse = (held: Use, wanted: Use): boolean =>
  held.org_type === wanted.org_type &&
  held.end_client_size >= wanted.end_client_size &&
  (held.end_client === '' || same(held.end_client, wanted.end_client)) &&
  (held.details === '' || same(held.details, wanted.details)) &&
  formatOf(held.format_id).priority <= formatOf(wanted.format_id).priority &&
  wanted.grants.every(grant => grant.distribution_ids.every(id => held.grants.some(one => covers(one, grant, id))))

/** The license that covers this use of the clip; of several the oldest. */
export const coveringUse = <Held extends LicensedUse>(
  held: readonly Held[],
  clip_id: number,
  wanted: Use,
): Held | undefined => held.find(one => one.clip_id === clip_id && coversUse(one, wanted))
