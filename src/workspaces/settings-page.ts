import { data } from 'react-router'

import { callForPage } from '#platform/http/page.ts'

import { getAbilities } from './contract.ts'

/** For loaders of pages that only owners and admins can see. Throws the 403 that `RoleRequiredNotice` shows. */
export const requireSettingsAccess = async (args: Parameters<typeof callForPage>[0]): Promise<void> => {
  const abilities = await callForPage(args, getAbilities, {})
  if (!abilities.data.can_view_workspace_settings)
    throw data({ message: 'Only owners and admins can see this page of the workspace.' }, { status: 403 })
}
