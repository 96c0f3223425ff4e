import { callContext } from '#platform/http/context.ts'
import { pageMeta } from '#platform/http/page.ts'
import { getPageCompany } from '#platform/settings/company-context.ts'

import { ApiCalls, ApiContents, groupApiCalls } from '../api-calls.tsx'
import { getOpenApiDocument } from '../contract.ts'
import type { Route } from './+types/api-docs'

import css from './api-docs.module.css'

export const loader = async ({ context }: Route.LoaderArgs) =>
  groupApiCalls(await context.get(callContext)(getOpenApiDocument, {}))

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'API',
    description: `Search, price, license and download footage with the ${getPageCompany(page.matches).name} API.`,
  })

export default function ApiDocs({ loaderData: groups }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      <h1>API</h1>
      <div className={css.intro}>
        <p>
          Search, price, license and download footage from your own tools. This site uses the same API. Searching needs
          no account and no key:
        </p>
        <p className={css.example}>
          <a href="/api/clips?q=ocean+waves" className="mono">
            GET /api/clips?q=ocean+waves
          </a>
        </p>
        <p>
          Responses are JSON, <code>{'{ data, meta }'}</code>, and errors are <code>{'{ message, errors }'}</code>.
          Amounts are in cents. To use your account, log in with <code>POST /api/auth/login</code> and send the cookies
          that it sets; requests that change something also need the header <code>Sec-Fetch-Site: same-origin</code>. An
          address can send 3,000 requests a minute.
        </p>
        <p>
          For code generators and API clients: <a href="/api/openapi.json">the OpenAPI 3.1 description</a>, which has
          every parameter and response.
        </p>
      </div>
      <ApiContents groups={groups} />
      <ApiCalls groups={groups} />
    </div>
  )
}
