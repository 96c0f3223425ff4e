/** Where the account menu leads: only where somebody's role in the workspace lets them in. */
import type { WorkspaceRole } from '#platform/actor.ts'
import { useCall } from '#platform/query.ts'
import { getAbilities, getCurrentWorkspace } from '#workspaces/contract.ts'
import { workspacePlaces } from '#workspaces/places.ts'
import type { Abilities } from '#workspaces/policy.ts'

import { flaggedSettingsLinks, flaggedWorkspaceLinks, profileLinks, type FlaggedLink, type PageLink } from '../links.ts'

type Section = { title: string; links: readonly (PageLink | FlaggedLink)[] }

const inWorkspace = (role: WorkspaceRole, abilities: Abilities) => [
  ...workspacePlaces(role, abilities),
  ...(abilities.can_view_workspace_settings ? flaggedSettingsLinks : []),
  ...flaggedWorkspaceLinks,
]

/** The sections of the account menu for whoever is signed in. */
export const useAccountSections = (): Section[] => {
  const role = useCall(getCurrentWorkspace, {}).data?.data.role
  const abilities = useCall(getAbilities, {}).data?.data
  return [
    ...(role && abilities ? [{ title: 'Workspace', links: inWorkspace(role, abilities) }] : []),
    { title: 'Profile', links: profileLinks },
  ]
}
