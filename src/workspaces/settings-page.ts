import { data } from 'react-router'

import { pageCall } from '#platform/page.ts'

import { getAbilities } from './contract.ts'

/** For loaders of pages that only owners and admins see. Throws the 403 that `RoleRefused` explains. */
export const requireSettings = async (args: Parameters<typeof pageCall>[0]): Promise<void> => {
  const abilities = await pageCall(args, getAbilities, {})
  if (!abilities.data.can_view_workspace_settings)
    throw data({ message: 'Only owners and admins can see this page of the workspace.' }, { status: 403 })
}
