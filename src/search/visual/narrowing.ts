/** The words and filters that narrow the clips of a color or picture. */
import { filterNames } from '#catalog/filter-table.ts'
import { emptyBrowseQuery, formatBrowseQuery, parseBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'

export type VisualNarrowing = Pick<BrowseQuery, 'q' | 'include' | 'exclude'>

/** `color` is the color itself, and what a workspace has licensed is not searched here. */
export const visualFilterNames = filterNames.filter(name => name !== 'color' && name !== 'license')

const narrowingParams = new Set(['q', ...visualFilterNames.flatMap(name => [name, `no-${name}`])])

export const parseNarrowing = (params: URLSearchParams): VisualNarrowing => {
  const { q, include, exclude } = parseBrowseQuery(
    new URLSearchParams([...params].filter(([name]) => narrowingParams.has(name))),
  )
  return { q, include, exclude }
}

export const formatNarrowing = ({ q, include, exclude }: VisualNarrowing): URLSearchParams =>
  formatBrowseQuery({ ...emptyBrowseQuery, q, include, exclude })
