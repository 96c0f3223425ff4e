/** Where the account menu leads: only where somebody's role in the workspace lets them in. */
import { useCall } from '#platform/query.ts'
import { getAbilities, getCurrentWorkspace } from '#workspaces/contract.ts'
import { workspacePlaces } from '#workspaces/places.ts'

import { profileLinks, type FlaggedLink, type PageLink } from '../links.ts'

type Section = { title: string; links: readonly (PageLink & Partial<FlaggedLink>)[] }

/** The sections of the account menu for whoever is signed in. */
export const useAccountSections = (): Section[] => {
  const role = useCall(getCurrentWorkspace, {}).data?.data.role
  const abilities = useCall(getAbilities, {}).data?.data
  return [
    ...(role && abilities ? [{ title: 'Workspace', links: workspacePlaces(role, abilities) }] : []),
    { title: 'Profile', links: profileLinks },
  ]
}
