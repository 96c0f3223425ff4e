import { redirect } from 'react-router'

import { getSession } from '#accounts/contract.ts'
import { callForPage } from '#platform/http/page.ts'
import { isStaff } from '#workspaces/policy.ts'

import type { Route } from './+types/index'

/** Redirects to the first admin page that the user can open: for editors, the catalog. */
export const loader = async (args: Route.LoaderArgs) => {
  const { data: user } = await callForPage(args, getSession, {})
  return redirect(!user || isStaff(user.roles) ? '/admin/people' : '/admin/catalog')
}
