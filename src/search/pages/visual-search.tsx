/** The visual search page: clips with a color or clips like a frame. */

import { Form, Link, useNavigate } from 'react-router'

import { ClipGrid } from '#catalog/clip-grid.tsx'
import type { Facets } from '#catalog/contract.ts'
import { formatClipCount } from '#catalog/counts.ts'
import { filterValueLabel, selectedValueLabel } from '#catalog/filter-table.ts'
import { emptyBrowseQuery, listSelectedFilters, MAX_QUERY_LENGTH, setFilterState } from '#catalog/filters.ts'
import { Pager } from '#catalog/pager.tsx'
import { getMatchNotes, toVisualMatchGridClip } from '#catalog/visual-match-clip.ts'
import { colorLayoutOf, decodeDescriptor } from '#catalog/visual/descriptor.ts'
import {
  parseVisualQuery,
  VISUAL_SEARCH_PATH,
  visualSearchPath,
  type VisualQuery,
} from '#catalog/visual/visual-search-path.ts'
import { toHex } from '#media/color.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Button } from '#ui/button.tsx'
import { RemovableChip } from '#ui/chip.tsx'
import { cx } from '#ui/cx.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/text-field.tsx'

import { getValueLabel } from '../parts/browse-query.ts'
import { FilterPanel } from '../parts/filter-panel.tsx'
import { ColorPicker } from '../visual/color-picker.tsx'
import { listClipsByColor, listClipsByLook } from '../visual/contract.ts'
import { FrameDrop } from '../visual/frame-drop.tsx'
import { formatNarrowing, parseNarrowing, visualFilterNames, type VisualNarrowing } from '../visual/narrowing.ts'
import { MUTED_SHADE } from '../visual/reasons.ts'
import { colorTitle } from '../visual/swatches.ts'
import { getUploadedPicture } from '../visual/upload-frame.ts'
import type { Route } from './+types/visual-search'

import styles from './visual-search.module.css'

const PER_PAGE = 60

export const loader = async (args: Route.LoaderArgs) => {
  const { searchParams } = args.url
  const query = parseVisualQuery(searchParams)
  const narrowing = parseNarrowing(searchParams)
  const isBroken = searchParams.has('color') || searchParams.has('like')
  if (!query) return { query, narrowing, broken: isBroken, clips: [], pages: undefined, facets: undefined }
  const requestedPage = Number(searchParams.get('page') ?? 1)
  const page = Number.isInteger(requestedPage) && requestedPage >= 1 && requestedPage <= 1_000 ? requestedPage : 1
  const paged = { page: String(page), per_page: String(PER_PAGE), ...Object.fromEntries(formatNarrowing(narrowing)) }
  const response =
    query.by === 'color'
      ? await callForPage(args, listClipsByColor, { query: { hex: query.hex, ...paged } })
      : await callForPage(args, listClipsByLook, {
          query: { like: query.code, ...(query.subject && { subject: query.subject }), ...paged },
        })
  const { pagination: pages, facets } = response.meta
  return { query, narrowing, broken: false, clips: response.data.map(toVisualMatchGridClip), pages, facets }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Find footage by color or picture',
    description: 'Pick a color or upload a picture to find clips that match, best matches first.',
    path: VISUAL_SEARCH_PATH,
    noindex: loaderData?.query !== undefined,
  })

const formatTitle = (query: VisualQuery | undefined) =>
  !query ? 'Find by eye' : query.by === 'color' ? colorTitle(query.hex) : 'Clips that look like your frame'

/** Shows the uploaded frame: its colors by grid cell, and the picture itself while this tab still has it. */
const FramePreview = ({ code }: { code: string }) => {
  const descriptor = decodeDescriptor(code)
  const picture = getUploadedPicture(code)
  return (
    <div className={styles.frame}>
      {picture ? <img src={picture} alt="Your frame" className={styles.picture} /> : null}
      <div role="img" aria-label="The colors of your frame by position" className={styles.cells}>
        {(descriptor ? colorLayoutOf(descriptor) : []).map((lab, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- cells are fixed
          <span key={i} style={{ background: toHex(lab) }} />
        ))}
      </div>
    </div>
  )
}

export default function VisualSearchPage({ loaderData }: Route.ComponentProps) {
  const { query, narrowing, broken, clips, pages, facets } = loaderData
  const hasConditions = formatNarrowing(narrowing).size > 0
  return (
    <>
      <header className={styles.head}>
        <div className={styles.query}>
          {query?.by === 'color' && <span className={styles.color} style={{ background: `#${query.hex}` }} />}
          {query?.by === 'frame' && <FramePreview code={query.code} />}
          <div aria-live="polite">
            <h1>{formatTitle(query)}</h1>
            {pages && <p>{formatSummary(query, narrowing, pages, clips[0]?.reasons[0])}</p>}
            {!query && <p>Pick a color or upload a picture. Each result shows why it matches.</p>}
            {broken && <p role="alert">That link is incomplete. Please pick a color or choose the picture again.</p>}
          </div>
        </div>
        {(query || hasConditions) && <WordsForm query={query} narrowing={narrowing} />}
        {hasConditions && <Conditions query={query} narrowing={narrowing} facets={facets} />}
        {query && facets && (
          <Filters {...{ query, narrowing, facets }} facets_are_estimates={pages?.total_is_estimate ?? false} />
        )}
        {/* On a phone the results come before the tools; wider screens have room for both. */}
        <Disclosure
          plain
          open={!query}
          summary="Another color or picture"
          className={cx(styles.another, !query && styles.first)}
        >
          <div className={styles.tools}>
            <section aria-labelledby="by-color">
              <h2 id="by-color">By color</h2>
              <ColorPicker hex={query?.by === 'color' ? query.hex : undefined} narrowing={narrowing} />
            </section>
            <section aria-labelledby="by-picture">
              <h2 id="by-picture">By picture</h2>
              <FrameDrop narrowing={narrowing} />
            </section>
          </div>
        </Disclosure>
      </header>
      {clips.length > 0 && <ClipGrid clips={clips} notes={getMatchNotes(clips)} />}
      {query && pages && (
        <Pager
          page={pages.page}
          last_page={pages.total_pages}
          to={page => visualSearchPath(query, page, formatNarrowing(narrowing))}
        />
      )}
    </>
  )
}

type NarrowingProps = { query: VisualQuery | undefined; narrowing: VisualNarrowing }

/** What a form without JavaScript keeps of the color or picture. */
const listQueryFields = (query: VisualQuery | undefined): [name: string, value: string][] => {
  if (!query) return []
  if (query.by === 'color') return [['color', query.hex]]
  return [['like', query.code], ...(query.subject ? [['subject', query.subject] as [string, string]] : [])]
}

/** What narrows the clips, each to take back. */
const Conditions = ({ query, narrowing, facets }: NarrowingProps & { facets: Facets | undefined }) => {
  const browse = { ...emptyBrowseQuery, ...narrowing }
  const filters = listSelectedFilters(browse)
  return (
    <ul className={styles.conditions} aria-label="Chosen filters">
      {narrowing.q !== '' && (
        <li>
          <RemovableChip
            to={visualSearchPath(query, 1, formatNarrowing({ ...narrowing, q: '' }))}
            removeLabel="remove the search text"
          >
            “{narrowing.q}”
          </RemovableChip>
        </li>
      )}
      {filters.map(({ name, value, exclude }) => (
        <li key={`${name} ${value}`}>
          <RemovableChip
            to={visualSearchPath(query, 1, formatNarrowing(setFilterState(browse, name, value, undefined)))}
            removeLabel="remove this filter"
          >
            {selectedValueLabel(
              name,
              value,
              facets ? getValueLabel(facets, name, value) : filterValueLabel(name, value),
              exclude,
            )}
          </RemovableChip>
        </li>
      ))}
      {filters.length + (narrowing.q === '' ? 0 : 1) > 1 && (
        <li>
          <Link to={visualSearchPath(query)} preventScrollReset>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}

type FiltersProps = NarrowingProps & { facets: Facets; facets_are_estimates: boolean }

const Filters = ({ query, narrowing, facets, facets_are_estimates }: FiltersProps) => {
  const navigate = useNavigate()
  const count = listSelectedFilters({ ...emptyBrowseQuery, ...narrowing }).length
  const fields = [...listQueryFields(query), ...formatNarrowing({ ...narrowing, include: {}, exclude: {} })]
  return (
    <Disclosure plain summary="Filters" aside={count > 0 ? count : undefined} className={styles.filters}>
      <FilterPanel
        browse={{ ...emptyBrowseQuery, ...narrowing }}
        facets={facets}
        facets_are_estimates={facets_are_estimates}
        names={visualFilterNames}
        form={{ action: VISUAL_SEARCH_PATH, fields }}
        onBrowse={next =>
          void navigate(visualSearchPath(query, 1, formatNarrowing(next)), { preventScrollReset: true })
        }
      />
    </Disclosure>
  )
}

/** Words that narrow the clips. */
const WordsForm = ({ query, narrowing }: NarrowingProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <search> is not known to every reader yet
  <Form role="search" action={VISUAL_SEARCH_PATH} className={styles.words} preventScrollReset>
    {[...listQueryFields(query), ...formatNarrowing({ ...narrowing, q: '' })].map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <TextField
      // The key resets the field when the user navigates back.
      key={narrowing.q}
      dense
      label="Only clips with"
      placeholder="aerial waves, no people"
      name="q"
      defaultValue={narrowing.q}
      maxLength={MAX_QUERY_LENGTH}
    />
    <Button type="submit">Search</Button>
  </Form>
)

const formatSummary = (
  query: VisualQuery | undefined,
  { q, ...filters }: VisualNarrowing,
  { total, total_is_estimate }: { total: number; total_is_estimate?: boolean | undefined },
  firstReason: string | undefined,
) => {
  const isFiltered = listSelectedFilters({ ...emptyBrowseQuery, ...filters }).length > 0
  if (total === 0 && isFiltered) return 'No clip matches. Take back one of the filters below.'
  if (total === 0) return q === '' ? 'No clips match. Try another shade.' : `No clip matches “${q}”. Try other words.`
  if (firstReason === MUTED_SHADE) return 'No clip has exactly this color. These are the closest.'
  return `${formatClipCount(total, total_is_estimate)}${q === '' ? '' : ` of “${q}”`}, ${query?.by === 'color' ? 'most of it first' : 'most similar first'}`
}
