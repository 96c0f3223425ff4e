/** The first page of the admin: the checklist of a new shop until it is done, and the dashboard once the shop is open. */
import { periodLengths } from '#platform/day-period.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Checklist } from '#setup/checklist.tsx'
import { oneOf } from '#ui/admin/list-query.ts'

import { getDashboard } from '../dashboard/contract.ts'
import { Dashboard } from '../dashboard/dashboard.tsx'
import type { Route } from './+types/index'

import css from './admin.module.css'

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: page.loaderData?.setup ? 'Setup' : 'Dashboard', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const days = oneOf(periodLengths, args.url.searchParams.get('days'))
  return (await callForPage(args, getDashboard, { query: { days } })).data
}

export default function AdminIndex({ loaderData: { setup, dashboard } }: Route.ComponentProps) {
  return (
    <div className={css.scroll}>
      {setup && <Checklist progress={setup} />}
      {dashboard && <Dashboard dashboard={dashboard} heading={setup ? 'h2' : 'h1'} />}
    </div>
  )
}
