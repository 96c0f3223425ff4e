/** An offer while it is being built: groups of clips under one license each, as our people type it. */
import { tidyChoice, type LicenseChoice } from '#licensing/choice.ts'
import { priceOf } from '#licensing/price.ts'
import type { Prices } from '#licensing/prices.ts'
import { quoted_distribution } from '#licensing/terms.ts'
import type { StaffOfferDetail } from '#quotes/staff-contract.ts'

import { amountError, centsOf, dollarsIn } from '../parts/amount.ts'
import type { OfferClip } from './contract.ts'

export type DraftLine = {
  clip: OfferClip
  format_id: number
  /** In dollars; empty for the table's price. */
  agreed: string
}
export type DraftGroup = { key: number; choice: LicenseChoice; lines: DraftLine[] }

export const isBuyout = ({ distribution_ids }: LicenseChoice): boolean => distribution_ids.includes(quoted_distribution)

/** What the table says; null for a buyout, which is in no table, and while no distribution is chosen. */
export const tablePrice = ({ clip, format_id }: DraftLine, choice: LicenseChoice, prices: Prices): number | null =>
  isBuyout(choice) || choice.distribution_ids.length === 0
    ? null
    : priceOf({ choice, tier: clip.tier, format_id }, prices).cents

/** What the buyer would pay for the line; null while that is not known. */
export const linePrice = (line: DraftLine, choice: LicenseChoice, prices: Prices): number | null =>
  line.agreed.trim() === '' ? tablePrice(line, choice, prices) : centsOf(line.agreed)

export const totalOf = (groups: readonly DraftGroup[], prices: Prices) => {
  let [table_cents, offer_cents] = [0, 0]
  for (const { choice, lines } of groups)
    for (const line of lines) {
      const offered = linePrice(line, choice, prices) ?? 0
      offer_cents += offered
      table_cents += tablePrice(line, choice, prices) ?? offered
    }
  return { table_cents, offer_cents }
}

/** Every line at "120", or at "-15%" of the table. null for what is neither. */
export const agreeOnAll = (group: DraftGroup, said: string, prices: Prices): DraftGroup | null => {
  const percent = /^-\s*(\d{1,2}|100)\s*%$/.exec(said.trim())?.[1]
  const flat = centsOf(said)
  if (said.trim() === '') return { ...group, lines: group.lines.map(line => ({ ...line, agreed: '' })) }
  if (percent === undefined && flat === null) return null
  return {
    ...group,
    lines: group.lines.map(line => {
      if (percent === undefined) return { ...line, agreed: dollarsIn(flat ?? 0) }
      const table = tablePrice(line, group.choice, prices)
      return table === null ? line : { ...line, agreed: dollarsIn(Math.round((table * (100 - Number(percent))) / 100)) }
    }),
  }
}

/** The lines as the endpoint takes them; a text says what is missing. */
export const linesOf = (groups: readonly DraftGroup[], prices: Prices) => {
  const lines = groups.flatMap(({ choice, lines }) =>
    lines.map(line => ({
      ...tidyChoice(choice),
      clip_id: line.clip.id,
      format_id: line.format_id,
      agreed_cents: line.agreed.trim() === '' ? null : centsOf(line.agreed),
      seen_cents: tablePrice(line, choice, prices),
    })),
  )
  const [empty] = groups.filter(({ choice }) => choice.distribution_ids.length === 0)
  if (lines.length === 0) return { text: 'Add at least one clip.' }
  if (empty) return { text: 'Each license needs at least one distribution.' }
  for (const { choice, lines } of groups)
    for (const { agreed, clip } of lines) {
      if (agreed.trim() !== '' && centsOf(agreed) === null)
        return { text: `The price of “${clip.name}” isn’t an amount. ${amountError(agreed)}` }
      if (agreed.trim() === '' && isBuyout(choice))
        return { text: `“${clip.name}” needs an agreed price: a buyout is in no table.` }
    }
  return { lines }
}

type OfferedLine = StaffOfferDetail['versions'][number]['lines'][number]

/** A version as it is to be revised: the same groups, with what was agreed. Clips that left the shop are left out. */
export const draftOf = (lines: readonly OfferedLine[], clips: readonly OfferClip[], prices: Prices): DraftGroup[] => {
  const known = new Map(clips.map(clip => [clip.id, clip]))
  const groups = Map.groupBy(lines, ({ org_type, end_client_size, distribution_ids }) =>
    JSON.stringify(tidyChoice({ org_type, end_client_size, distribution_ids })),
  )
  return [...groups.values()].flatMap((offered, key) => {
    const [first] = offered
    if (!first) return []
    const { org_type, end_client_size, distribution_ids } = first
    const choice = { org_type, end_client_size, distribution_ids }
    const lines = offered.flatMap(({ clip_id, format_id, agreed: { unformatted } }) => {
      const clip = known.get(clip_id)
      if (!clip) return []
      const line = { clip, format_id, agreed: '' }
      // What was promised stays promised, also where the table has changed since.
      return tablePrice(line, choice, prices) === unformatted ? line : { ...line, agreed: dollarsIn(unformatted) }
    })
    return lines.length === 0 ? [] : { key, choice, lines }
  })
}
