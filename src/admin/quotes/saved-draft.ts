/** A draft between the builder and the server: what is kept of it, and what changed while it lay there. Pure. */
import type { Prices } from '#licensing/prices.ts'
import { formatOf } from '#licensing/terms.ts'
import { formatCents } from '#platform/money.ts'

import { tablePrice, type DraftGroup } from './draft.ts'
import type { DraftBody, SavedDraft } from './drafts-contract.ts'

/** Without the table's prices: whoever goes on sees those of that day. */
export const groupsToKeep = (groups: readonly DraftGroup[]): DraftBody['groups'] =>
  groups.map(({ choice, lines }) => ({
    ...choice,
    lines: lines.map(({ clip, format_id, agreed }) => ({ clip_id: clip.id, tier: clip.tier, format_id, agreed })),
  }))

type Kept = Pick<SavedDraft, 'groups' | 'clips' | 'prices_then' | 'last_day'>

/** The groups as they can be offered on a day (yyyy-MM-dd), with a sentence for each thing that is another by now. */
export const takenUp = ({ groups, clips, prices_then, last_day }: Kept, prices: Prices, today: string) => {
  const known = new Map(clips.map(clip => [clip.id, clip]))
  const changes: string[] = []
  const present = groups.map(({ lines, ...choice }, key): DraftGroup => ({
    key,
    choice,
    lines: lines.flatMap(({ clip_id, clip_name, format_id: wanted, tier, agreed }) => {
      const clip = known.get(clip_id)
      const format_id = clip?.format_ids.find(id => id === wanted) ?? clip?.format_ids[0]
      if (!clip || format_id === undefined) {
        changes.push(`“${clip_name}” is no longer sold, and left out.`)
        return []
      }
      const { name } = clip
      if (format_id !== wanted)
        changes.push(
          `“${name}” is no longer available in ${formatOf(wanted).name}: it stands in ${formatOf(format_id).name}.`,
        )
      const was = tablePrice({ clip: { ...clip, tier }, format_id: wanted, agreed }, choice, prices_then)
      const line = { clip, format_id, agreed }
      const is = tablePrice(line, choice, prices)
      if (was !== null && is !== null && was !== is)
        changes.push(
          agreed.trim() === ''
            ? `“${name}” was ${formatCents(was)} and is ${formatCents(is)} now.`
            : `The table had “${name}” at ${formatCents(was)} and has it at ${formatCents(is)} now; the agreed price stays.`,
        )
      return [line]
    }),
  }))
  if (last_day !== '' && last_day < today) changes.push(`The last day to pay, ${last_day}, has passed: choose another.`)
  return { groups: present, changes }
}
