/** The state of the offer builder: groups of clips, each group under one license. */
import { normalizeChoice, type LicenseChoice } from '#licensing/choice.ts'
import { priceOf } from '#licensing/price.ts'
import type { Prices } from '#licensing/prices.ts'
import { BUYOUT_DISTRIBUTION_ID } from '#licensing/terms.ts'
import { amountError, parseCents, toDollarsText } from '#ui/admin/amount.ts'

import type { StaffOfferDetail } from '../staff-contract.ts'
import type { OfferClip } from './contract.ts'

export type DraftLine = {
  clip: OfferClip
  format_id: number
  /** The agreed price in dollars, as typed; empty for the table price. */
  agreed: string
}
export type DraftGroup = { key: number; choice: LicenseChoice; lines: DraftLine[] }

export const isBuyout = ({ distribution_ids }: LicenseChoice): boolean =>
  distribution_ids.includes(BUYOUT_DISTRIBUTION_ID)

/** The list price in cents; null for a buyout, which has none, and while no distribution is selected. */
export const getListPrice = ({ clip, format_id }: DraftLine, choice: LicenseChoice, prices: Prices): number | null =>
  isBuyout(choice) || choice.distribution_ids.length === 0
    ? null
    : priceOf({ choice, tier: clip.tier, format_id }, prices).cents

/** The line's price in cents; null while it is unknown. */
export const getLinePrice = (line: DraftLine, choice: LicenseChoice, prices: Prices): number | null =>
  line.agreed.trim() === '' ? getListPrice(line, choice, prices) : parseCents(line.agreed)

export const sumGroups = (groups: readonly DraftGroup[], prices: Prices) => {
  let [table_cents, offer_cents] = [0, 0]
  for (const { choice, lines } of groups)
    for (const line of lines) {
      const cents = getLinePrice(line, choice, prices) ?? 0
      offer_cents += cents
      table_cents += getListPrice(line, choice, prices) ?? cents
    }
  return { table_cents, offer_cents }
}

/** Sets the price of all lines, to an amount such as "120" or to a discount on the list price such as "-15%". Returns null for other text. */
export const setAgreedPrices = (group: DraftGroup, text: string, prices: Prices): DraftGroup | null => {
  const percent = /^-\s*(\d{1,2}|100)\s*%$/.exec(text.trim())?.[1]
  const flatCents = parseCents(text)
  if (text.trim() === '') return { ...group, lines: group.lines.map(line => ({ ...line, agreed: '' })) }
  if (percent === undefined && flatCents === null) return null
  return {
    ...group,
    lines: group.lines.map(line => {
      if (percent === undefined) return { ...line, agreed: toDollarsText(flatCents ?? 0) }
      const listCents = getListPrice(line, group.choice, prices)
      return listCents === null
        ? line
        : { ...line, agreed: toDollarsText(Math.round((listCents * (100 - Number(percent))) / 100)) }
    }),
  }
}

/** Returns the lines in the API's format, or an error message. */
export const toOfferLines = (groups: readonly DraftGroup[], prices: Prices) => {
  const lines = groups.flatMap(({ choice, lines }) =>
    lines.map(line => ({
      ...normalizeChoice(choice),
      clip_id: line.clip.id,
      format_id: line.format_id,
      agreed_price_cents: line.agreed.trim() === '' ? null : parseCents(line.agreed),
      expected_cents: getListPrice(line, choice, prices),
    })),
  )
  const [incompleteGroup] = groups.filter(({ choice }) => choice.distribution_ids.length === 0)
  if (lines.length === 0) return { text: 'Add at least one clip.' }
  if (incompleteGroup) return { text: 'Each license needs at least one distribution.' }
  for (const { choice, lines } of groups)
    for (const { agreed, clip } of lines) {
      if (agreed.trim() !== '' && parseCents(agreed) === null)
        return { text: `The price of “${clip.name}” isn’t an amount. ${amountError(agreed)}` }
      if (agreed.trim() === '' && isBuyout(choice))
        return { text: `“${clip.name}” needs an agreed price: a buyout has no list price.` }
    }
  return { lines }
}

type OfferVersionLine = StaffOfferDetail['versions'][number]['lines'][number]

/** Returns the groups of an offer's version with the agreed prices, without clips that are no longer sold. */
export const toDraftGroups = (
  lines: readonly OfferVersionLine[],
  clips: readonly OfferClip[],
  prices: Prices,
): DraftGroup[] => {
  const clipsById = new Map(clips.map(clip => [clip.id, clip]))
  const groups = Map.groupBy(lines, ({ org_type, end_client_size, distribution_ids }) =>
    JSON.stringify(normalizeChoice({ org_type, end_client_size, distribution_ids })),
  )
  return [...groups.values()].flatMap((groupLines, key) => {
    const [firstLine] = groupLines
    if (!firstLine) return []
    const { org_type, end_client_size, distribution_ids } = firstLine
    const choice = { org_type, end_client_size, distribution_ids }
    const lines = groupLines.flatMap(({ clip_id, format_id, agreed: { unformatted } }) => {
      const clip = clipsById.get(clip_id)
      if (!clip) return []
      const line = { clip, format_id, agreed: '' }
      // An agreed price stays, even if the list price has changed since.
      return getListPrice(line, choice, prices) === unformatted ? line : { ...line, agreed: toDollarsText(unformatted) }
    })
    return lines.length === 0 ? [] : { key, choice, lines }
  })
}
