/** Footage for the user's verticals. The guards (`src/app/guards.ts`) admit only users who have chosen some. */
import { Link } from 'react-router'

import { getSession } from '#accounts/contract.ts'
import { type Vertical, verticals } from '#accounts/verticals.ts'
import { ClipRows } from '#catalog/clip-rows.tsx'
import { listClips } from '#catalog/contract.ts'
import { toGridClip } from '#catalog/grid-clip.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import type { Route } from './+types/conditional'

import css from './conditional.module.css'

/** A search for each vertical (kind of work), and why it fits. */
type VerticalPick = { why: string; q: string }

const verticalPicks: Record<Vertical, VerticalPick> = {
  commercials: { why: 'Light, gloss and close-ups that carry a product', q: 'luxury' },
  'branded-content': { why: 'Warm, unhurried openings for a story about people', q: 'golden' },
  'narrative-film': { why: 'Establishing shots with weather in them', q: 'moody' },
  documentary: { why: 'Places as they are, without a cut', q: 'landscape' },
  'series-and-tv': { why: 'Cities between two scenes', q: 'city' },
  'music-videos': { why: 'Color and movement to cut on', q: 'abstract' },
  social: { why: 'Upright, and strong in the first second', q: 'vertical' },
  corporate: { why: 'Calm backgrounds that leave room for words', q: 'background' },
  nonprofit: { why: 'What there is to protect', q: 'nature' },
  education: { why: 'From very small to very far away', q: 'stars' },
  worship: { why: 'Slow skies behind a text', q: 'sky' },
  'weddings-and-events': { why: 'Evening light, out of focus', q: 'bokeh' },
}

const CLIPS_PER_ROW = '6'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Picked for what you make', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { data: user } = await callForPage(args, getSession, {})
  const userVerticals = verticals.filter(({ slug }) => user?.verticals.includes(slug))
  const rows = await Promise.all(
    userVerticals.map(async ({ slug, label }) => {
      const { why, q } = verticalPicks[slug]
      const { data } = await callForPage(args, listClips, { query: { q, per_page: CLIPS_PER_ROW } })
      return { slug, label, why, q, clips: data.map(toGridClip) }
    }),
  )
  return rows.filter(({ clips }) => clips.length > 0)
}

export default function Conditional({ loaderData: rows }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>Picked for what you make</h1>
        <p>
          Where we would begin looking. <Link to="/conditional-redirect">Change what you make</Link>
        </p>
      </header>
      {rows.length === 0 && (
        <EmptyState title="Nothing picked yet" action={<ButtonLink to="/clips">Browse the footage</ButtonLink>}>
          We have no footage for this kind of work yet. All the rest is there.
        </EmptyState>
      )}
      {rows.map(({ slug, label, why, q, clips }, index) => (
        <section key={slug} aria-labelledby={slug}>
          <header className={css.row}>
            <h2 id={slug}>{label}</h2>
            <p>{why}</p>
            <Link to={`/clips?${new URLSearchParams({ q })}`}>See all</Link>
          </header>
          <div className={css.bleed}>
            <ClipRows clips={clips} label={label} top={index === 0} />
          </div>
        </section>
      ))}
    </div>
  )
}
