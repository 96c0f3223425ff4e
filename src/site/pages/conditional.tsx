/** Footage picked for what somebody makes. The guards (`src/guards.ts`) let in who has told it. */
import { Link } from 'react-router'

import { getSession } from '#accounts/contract.ts'
import { verticals } from '#accounts/verticals.ts'
import { ClipRows } from '#catalog/clip-rows.tsx'
import { listClips } from '#catalog/contract.ts'
import { gridClip } from '#catalog/grid-clip.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import { verticalPicks } from '../parts/vertical-picks.ts'
import type { Route } from './+types/conditional'

import css from './conditional.module.css'

const per_row = '6'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Picked for what you make', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { data: user } = await pageCall(args, getSession, {})
  const mine = verticals.filter(({ slug }) => user?.verticals.includes(slug))
  const rows = await Promise.all(
    mine.map(async ({ slug, label }) => {
      const { why, q } = verticalPicks[slug]
      const { data } = await pageCall(args, listClips, { query: { q, per_page: per_row } })
      return { slug, label, why, q, clips: data.map(gridClip) }
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
      {rows.map(({ slug, label, why, q, clips }, at) => (
        <section key={slug} aria-labelledby={slug}>
          <header className={css.row}>
            <h2 id={slug}>{label}</h2>
            <p>{why}</p>
            <Link to={`/clips?${new URLSearchParams({ q })}`}>See all</Link>
          </header>
          <div className={css.bleed}>
            <ClipRows clips={clips} label={label} top={at === 0} />
          </div>
        </section>
      ))}
    </div>
  )
}
