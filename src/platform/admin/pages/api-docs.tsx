/** The endpoints that only staff may call. */

import { staffApiDocument } from '#accounts/admin/contract.ts'
import { ApiCalls, groupApiCalls } from '#site/api-calls.tsx'

import { callForPage, pageMeta } from '../../http/page.ts'
import type { Route } from './+types/api-docs'

import css from '#ui/admin/settings-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Staff API', noindex: true })

export const loader = async (args: Route.LoaderArgs) => groupApiCalls(await callForPage(args, staffApiDocument, {}))

export default function StaffApi({ loaderData: groups }: Route.ComponentProps) {
  return (
    <div className={css.flags}>
      <h1>Staff API</h1>
      <p className={css.lead}>
        The endpoints behind these pages. For programs: <a href="/api/admin/openapi.json">OpenAPI 3.1</a>.
      </p>
      <ApiCalls groups={groups} />
    </div>
  )
}
