/** Converts drafts between the offer builder and the API, and lists what changed since a draft was saved. */
import type { Prices } from '#licensing/prices.ts'
import { formatOf } from '#licensing/terms.ts'
import { formatCents } from '#platform/money.ts'

import { getListPrice, type DraftGroup } from './draft.ts'
import type { OfferDraftBody, SavedOfferDraft } from './drafts-contract.ts'

/** Leaves list prices out, because the prices of the day of sending count. */
export const toSavedGroups = (groups: readonly DraftGroup[]): OfferDraftBody['groups'] =>
  groups.map(({ choice, lines }) => ({
    ...choice,
    lines: lines.map(({ clip, format_id, agreed }) => ({ clip_id: clip.id, tier: clip.tier, format_id, agreed })),
  }))

type RestorableDraft = Pick<SavedOfferDraft, 'groups' | 'clips' | 'saved_prices' | 'last_day'>

/** Returns the groups as they can be offered today (yyyy-MM-dd), with a message for each change. */
export const restoreDraft = (
  { groups, clips, saved_prices, last_day }: RestorableDraft,
  prices: Prices,
  today: string,
) => {
  const clipsById = new Map(clips.map(clip => [clip.id, clip]))
  const changes: string[] = []
  const draftGroups = groups.map(({ lines, ...choice }, key): DraftGroup => ({
    key,
    choice,
    lines: lines.flatMap(({ clip_id, clip_name, format_id: savedFormatId, tier, agreed }) => {
      const clip = clipsById.get(clip_id)
      const format_id = clip?.format_ids.find(id => id === savedFormatId) ?? clip?.format_ids[0]
      if (!clip || format_id === undefined) {
        changes.push(`“${clip_name}” is no longer sold and was removed.`)
        return []
      }
      const { name } = clip
      if (format_id !== savedFormatId)
        changes.push(
          `“${name}” is no longer available in ${formatOf(savedFormatId).name} and was changed to ${formatOf(format_id).name}.`,
        )
      const savedPrice = getListPrice(
        { clip: { ...clip, tier }, format_id: savedFormatId, agreed },
        choice,
        saved_prices,
      )
      const line = { clip, format_id, agreed }
      const price = getListPrice(line, choice, prices)
      if (savedPrice !== null && price !== null && savedPrice !== price)
        changes.push(
          agreed.trim() === ''
            ? `“${name}” was ${formatCents(savedPrice)} and is ${formatCents(price)} now.`
            : `The list price of “${name}” was ${formatCents(savedPrice)} and is ${formatCents(price)} now; the agreed price stays.`,
        )
      return [line]
    }),
  }))
  if (last_day !== '' && last_day < today) changes.push(`The last day to pay, ${last_day}, has passed: choose another.`)
  return { groups: draftGroups, changes }
}
