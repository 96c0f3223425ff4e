import { callContext } from '#platform/http/context.ts'
import { pageMeta } from '#platform/http/page.ts'
import { getPageCompany } from '#platform/settings/company-context.ts'

import { ApiCalls, groupApiCalls } from '../api-calls.tsx'
import { getOpenApiDocument } from '../contract.ts'
import type { Route } from './+types/api-docs'

import css from './api-docs.module.css'

export const loader = async ({ context }: Route.LoaderArgs) =>
  groupApiCalls(await context.get(callContext)(getOpenApiDocument, {}))

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'API', description: `Every endpoint of the ${getPageCompany(page.matches).name} API.` })

export default function ApiDocs({ loaderData }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      <h1>API</h1>
      <p className={css.lead}>
        The same API that powers this site. Responses are <code>{'{ data, meta }'}</code>, errors{' '}
        <code>{'{ message, errors }'}</code>; amounts are in cents. The machine-readable description:{' '}
        <a href="/api/openapi.json">OpenAPI 3.1</a>.
      </p>
      <ApiCalls groups={loaderData} />
    </div>
  )
}
