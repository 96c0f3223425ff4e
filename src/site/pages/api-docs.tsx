import { brand } from '#platform/brand.ts'
import { callContext } from '#platform/context.ts'
import { pageMeta } from '#platform/page.ts'

import { openApiDocument } from '../contract.ts'
import type { Route } from './+types/api-docs'

import css from './api-docs.module.css'

type Operation = { summary?: string; tags?: string[]; parameters?: { name: string; in: string; required?: boolean }[] }
type Described = { paths: Record<string, Record<string, Operation>> }

/** Endpoints by their first word, in the order of their addresses. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const { paths } = (await context.get(callContext)(openApiDocument, {})) as unknown as Described
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary = '', tags = [], parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      summary,
      group: tags[0] ?? '',
      parameters: parameters.map(({ name, required }) => (required ? name : `${name}?`)),
    })),
  )
  return Object.entries(Object.groupBy(calls, call => call.group)).toSorted(([a], [b]) => a.localeCompare(b))
}

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'API', description: `Every call of the ${brand.name} API.` })

export default function ApiDocs({ loaderData }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      <h1>API</h1>
      <p className={css.lead}>
        Every screen of this shop speaks to these calls, and so can you. Answers are <code>{'{ data, meta }'}</code>,
        refusals <code>{'{ message, errors }'}</code>; money is whole cents. The same description for machines:{' '}
        <a href="/api/openapi.json">OpenAPI 3.1</a>.
      </p>
      {loaderData.map(([group, calls = []]) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul className={css.calls}>
            {calls.map(({ method, path, summary, parameters }) => (
              <li key={method + path}>
                <span className={`mono ${css.method}`}>{method}</span>
                <span className={`mono ${css.path}`}>{path}</span>
                <span className={css.summary}>
                  {summary}
                  {parameters.length > 0 && <small className="mono"> {parameters.join(' ')}</small>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
