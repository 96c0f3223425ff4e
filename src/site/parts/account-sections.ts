/** Sections of the account menu, limited to what the user's role in the workspace allows. */
import { useCall } from '#platform/http/query.ts'
import { getAbilities, getCurrentWorkspace } from '#workspaces/contract.ts'
import { listWorkspaceLinks } from '#workspaces/workspace-links.ts'

import { profileLinks, type FlaggedLink, type PageLink } from '../links.ts'

type AccountMenuSection = { title: string; links: readonly (PageLink & Partial<FlaggedLink>)[] }

export const useAccountSections = (): AccountMenuSection[] => {
  const role = useCall(getCurrentWorkspace, {}).data?.data.role
  const abilities = useCall(getAbilities, {}).data?.data
  return [
    ...(role && abilities ? [{ title: 'Workspace', links: listWorkspaceLinks(role, abilities) }] : []),
    { title: 'Profile', links: profileLinks },
  ]
}
