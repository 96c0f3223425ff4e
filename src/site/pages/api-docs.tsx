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
        Every screen of this shop uses these endpoints, and so can you. Responses are <code>{'{ data, meta }'}</code>,
        errors <code>{'{ message, errors }'}</code>; money is whole cents. The same description for machines:{' '}
        <a href="/api/openapi.json">OpenAPI 3.1</a>.
      </p>
      <ApiCalls groups={loaderData} />
    </div>
  )
}
