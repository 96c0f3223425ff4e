/** Lists the endpoints of an OpenAPI document, grouped by tag. */
import css from './api-calls.module.css'

type OpenApiOperation = {
  summary?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean }[]
}
type ApiCall = { method: string; path: string; summary: string; group: string; parameters: string[] }

export const groupApiCalls = (document: unknown): [string, ApiCall[]][] => {
  const { paths } = document as { paths: Record<string, Record<string, OpenApiOperation>> }
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary = '', tags = [], parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      summary,
      group: tags[0] ?? '',
      parameters: parameters.map(({ name, required }) => (required ? name : `${name}?`)),
    })),
  )
  return Object.entries(Object.groupBy(calls, ({ group }) => group))
    .map(([group, members = []]): [string, ApiCall[]] => [group, members])
    .toSorted(([a], [b]) => a.localeCompare(b))
}

export const ApiCalls = ({ groups }: { groups: readonly (readonly [string, readonly ApiCall[]])[] }) =>
  groups.map(([group, calls]) => (
    <section key={group} className={css.group}>
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
  ))
