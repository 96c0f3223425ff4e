/** The first page of the admin: the checklist of a new shop, until it is done. */
import { redirect } from 'react-router'

import { getSession } from '#accounts/contract.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Checklist } from '#setup/checklist.tsx'
import { getSetupState } from '#setup/contract.ts'
import { isStaff } from '#workspaces/policy.ts'

import type { Route } from './+types/index'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Setup', noindex: true })

/** Without a checklist, redirects to the first admin page that the user can open: for editors, the catalog. */
export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: user }, { data: setup }] = await Promise.all([
    callForPage(args, getSession, {}),
    callForPage(args, getSetupState, {}),
  ])
  if (setup.progress?.is_shown) return setup.progress
  throw redirect(!user || isStaff(user.roles) ? '/admin/people' : '/admin/catalog')
}

export default function AdminIndex({ loaderData }: Route.ComponentProps) {
  return <Checklist progress={loaderData} />
}
