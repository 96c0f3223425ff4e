/** What the workspace may do with clips already, for whoever is about to license them. */
import { useSession } from '#accounts/use-session.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { coveringUse, useOf } from '#licensing/held.ts'
import { useCall } from '#platform/query.ts'

import { getLicensed, type HeldLicense } from './licensed-contract.ts'

/** Answers the licenses that cover this choice, one for each clip; none for guests, and until they are known. */
export const useLicensed = (clip_ids: readonly number[]): ((choice: ChoiceWithFormat) => HeldLicense[]) => {
  const session = useSession()
  const query = { clips: clip_ids.join(',') }
  const { data } = useCall(getLicensed, { query }, { enabled: session !== null && clip_ids.length > 0 })
  const held = data?.data ?? []
  return choice => clip_ids.flatMap(id => coveringUse(held, id, useOf(choice)) ?? [])
}
