/** A hook for the workspace's existing licenses of clips. */
import { useSession } from '#accounts/use-session.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { findCoveringLicense, toLicenseUse } from '#licensing/license-use.ts'
import { useCall } from '#platform/http/query.ts'

import { getLicensed, type ExistingLicenseWithUpgrade } from './licensed-contract.ts'

/** Returns a function for the licenses that cover a choice, one per clip; none for guests and until they are loaded. */
export const useLicensed = (
  clip_ids: readonly number[],
): ((choice: ChoiceWithFormat) => ExistingLicenseWithUpgrade[]) => {
  const session = useSession()
  const query = { clips: clip_ids.join(',') }
  const { data } = useCall(getLicensed, { query }, { enabled: session !== null && clip_ids.length > 0 })
  const licenses = data?.data ?? []
  return choice => clip_ids.flatMap(id => findCoveringLicense(licenses, id, toLicenseUse(choice)) ?? [])
}
