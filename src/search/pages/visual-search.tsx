/** The visual search page: clips with a color or clips like a frame. */

import { Form, Link } from 'react-router'

import { ClipGrid } from '#catalog/clip-grid.tsx'
import { formatClipCount } from '#catalog/counts.ts'
import { cleanQueryText, MAX_QUERY_LENGTH } from '#catalog/filters.ts'
import { Pager } from '#catalog/pager.tsx'
import { getMatchNotes, toVisualMatchGridClip } from '#catalog/visual-match-clip.ts'
import {
  visualSearchPath,
  VISUAL_SEARCH_PATH,
  parseVisualQuery,
  type VisualQuery,
} from '#catalog/visual/visual-search-path.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/text-field.tsx'

import { ColorPicker } from '../visual/color-picker.tsx'
import { listClipsByColor, listClipsByLook } from '../visual/contract.ts'
import { FrameDrop } from '../visual/frame-drop.tsx'
import { FramePreview } from '../visual/frame-preview.tsx'
import { MUTED_SHADE } from '../visual/reasons.ts'
import { colorTitle } from '../visual/swatches.ts'
import type { Route } from './+types/visual-search'

import styles from './visual-search.module.css'

const PER_PAGE = 60

export const loader = async (args: Route.LoaderArgs) => {
  const { searchParams } = args.url
  const query = parseVisualQuery(searchParams)
  const q = cleanQueryText(searchParams.get('q') ?? '')
  const isBroken = searchParams.has('color') || searchParams.has('like')
  if (!query) return { query: undefined, q, broken: isBroken, clips: [], pages: undefined }
  const requestedPage = Number(searchParams.get('page') ?? 1)
  const page = Number.isInteger(requestedPage) && requestedPage >= 1 && requestedPage <= 1_000 ? requestedPage : 1
  const paged = { page: String(page), per_page: String(PER_PAGE), ...(q !== '' && { q }) }
  const response =
    query.by === 'color'
      ? await callForPage(args, listClipsByColor, { query: { hex: query.hex, ...paged } })
      : await callForPage(args, listClipsByLook, {
          query: { like: query.code, ...(query.subject && { subject: query.subject }), ...paged },
        })
  return { query, q, broken: false, clips: response.data.map(toVisualMatchGridClip), pages: response.meta.pagination }
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

export default function VisualSearchPage({ loaderData }: Route.ComponentProps) {
  const { query, q, broken, clips, pages } = loaderData
  return (
    <>
      <header className={styles.head}>
        <div className={styles.query}>
          {query?.by === 'color' && <span className={styles.color} style={{ background: `#${query.hex}` }} />}
          {query?.by === 'frame' && <FramePreview code={query.code} />}
          <div aria-live="polite">
            <h1>{formatTitle(query)}</h1>
            {pages && <p>{formatSummary(query, q, pages.total, clips[0]?.reasons[0])}</p>}
            {!query && <p>Pick a color or upload a picture. Each result shows why it matches.</p>}
            {broken && <p role="alert">That link is incomplete. Please pick a color or choose the picture again.</p>}
          </div>
        </div>
        {(query || q !== '') && <WordsForm query={query} q={q} />}
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
              <ColorPicker hex={query?.by === 'color' ? query.hex : undefined} q={q} />
            </section>
            <section aria-labelledby="by-picture">
              <h2 id="by-picture">By picture</h2>
              <FrameDrop q={q} />
            </section>
          </div>
        </Disclosure>
      </header>
      {clips.length > 0 && <ClipGrid clips={clips} notes={getMatchNotes(clips)} />}
      {query && pages && (
        <Pager page={pages.page} last_page={pages.total_pages} to={page => visualSearchPath(query, page, q)} />
      )}
    </>
  )
}

/** Words that narrow the clips. */
const WordsForm = ({ query, q }: { query: VisualQuery | undefined; q: string }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <search> is not known to every reader yet
  <Form role="search" action={VISUAL_SEARCH_PATH} className={styles.words} preventScrollReset>
    {query?.by === 'color' && <input type="hidden" name="color" value={query.hex} />}
    {query?.by === 'frame' && <input type="hidden" name="like" value={query.code} />}
    {query?.by === 'frame' && query.subject && <input type="hidden" name="subject" value={query.subject} />}
    <TextField
      // The key resets the field when the user navigates back.
      key={q}
      dense
      label="Only clips with"
      placeholder="aerial waves, no people"
      name="q"
      defaultValue={q}
      maxLength={MAX_QUERY_LENGTH}
    />
    <Button type="submit">Search</Button>
    {q !== '' && (
      <Link to={query ? visualSearchPath(query) : VISUAL_SEARCH_PATH} preventScrollReset>
        Clear the words
      </Link>
    )}
  </Form>
)

const formatSummary = (query: VisualQuery | undefined, q: string, total: number, firstReason: string | undefined) => {
  if (total === 0) return q === '' ? 'No clips match. Try another shade.' : `No clip matches “${q}”. Try other words.`
  if (firstReason === MUTED_SHADE) return 'No clip has exactly this color. These are the closest.'
  return `${formatClipCount(total)}${q === '' ? '' : ` of “${q}”`}, ${query?.by === 'color' ? 'most of it first' : 'most similar first'}`
}
