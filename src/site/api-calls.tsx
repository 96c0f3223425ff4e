/** Lists the endpoints of an OpenAPI document, grouped by tag. */
import css from './api-calls.module.css'

type OpenApiParameter = { name: string; required?: boolean }
type OpenApiOperation = {
  summary?: string
  tags?: string[]
  parameters?: (OpenApiParameter | { $ref: string })[]
}
type OpenApiDocument = {
  paths: Record<string, Record<string, OpenApiOperation>>
  tags: { name: string; description: string; 'x-displayName': string }[]
  components: { parameters?: Record<string, OpenApiParameter> }
}
type ApiCall = { method: string; path: string; summary: string; group: string; parameters: string[] }
type ApiGroup = { name: string; title: string; description: string; calls: ApiCall[] }

/** Groups the endpoints in the order of the document's tags. */
export const groupApiCalls = (document: unknown): ApiGroup[] => {
  const { paths, tags, components } = document as OpenApiDocument
  const resolve = (parameter: OpenApiParameter | { $ref: string }) =>
    '$ref' in parameter ? components.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] : parameter
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary = '', tags: groups = [], parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      summary,
      group: groups[0] ?? '',
      parameters: parameters.flatMap(parameter => {
        const { name, required } = resolve(parameter) ?? {}
        return name === undefined ? [] : [required ? name : `${name}?`]
      }),
    })),
  )
  return tags.map(({ name, description, 'x-displayName': title }) => ({
    name,
    title,
    description,
    calls: calls.filter(({ group }) => group === name).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  }))
}

/** Renders what is between backticks as code. */
const formatSummary = (summary: string) =>
  summary.split('`').map((text, index) => (index % 2 === 1 ? <code key={text}>{text}</code> : text))

/** The groups by name, as links to their sections. */
export const ApiContents = ({ groups }: { groups: readonly ApiGroup[] }) => (
  <nav aria-label="Groups of endpoints">
    <ul className={css.contents}>
      {groups.map(({ name, title }) => (
        <li key={name}>
          <a href={`#${name}`}>{title}</a>
        </li>
      ))}
    </ul>
  </nav>
)

export const ApiCalls = ({ groups }: { groups: readonly ApiGroup[] }) =>
  groups.map(({ name, title, description, calls }) => (
    <section key={name} className={css.group} aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      <p>{description}</p>
      <ul className={css.calls}>
        {calls.map(({ method, path, summary, parameters }) => (
          <li key={method + path}>
            <span className={`mono ${css.method}`}>{method}</span>
            <span className={`mono ${css.path}`}>{path}</span>
            <span className={css.summary}>
              {formatSummary(summary)}
              {parameters.length > 0 && <small className="mono"> {parameters.join(' ')}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  ))
