import { redirect } from 'react-router'

import { getSession } from '#accounts/contract.ts'
import { pageCall } from '#platform/page.ts'
import { isStaff } from '#workspaces/policy.ts'

import type { Route } from './+types/index'

/** The first room of whoever comes: the editors' is the catalog. */
export const loader = async (args: Route.LoaderArgs) => {
  const { data: user } = await pageCall(args, getSession, {})
  return redirect(!user || isStaff(user.roles) ? '/admin/people' : '/admin/catalog')
}
