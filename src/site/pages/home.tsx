/** The front page: a screen with a search, then what is on, what is new, what there is, and who made it. */
import { Link } from 'react-router'

import { CategoryWall } from '#catalog/category-wall.tsx'
import { ClipRows } from '#catalog/clip-rows.tsx'
import { listCategories, listCollections, listFeaturedCurated, listFilmmakers } from '#catalog/collections-contract.ts'
import { listClips } from '#catalog/contract.ts'
import { gridClip } from '#catalog/grid-clip.ts'
import { filmmakerPath, searchTermPath } from '#catalog/paths.ts'
import { listPopularSearches } from '#catalog/popular-contract.ts'
import { Program } from '#catalog/program.tsx'
import { reelShots } from '#catalog/reel-shots.ts'
import { Reel } from '#catalog/reel.tsx'
import { SearchField } from '#catalog/search-field.tsx'
import { TitleCard } from '#catalog/title-card.tsx'
import { getLicenseSchema } from '#licensing/contract.ts'
import { brand } from '#platform/brand.ts'
import { pageCall, pageMeta } from '#platform/page.ts'

import { CreditsRoll } from '../parts/credits-roll.tsx'
import { PriceTable } from '../parts/price-table.tsx'
import { whoWeAre } from '../who-we-are.ts'
import type { Route } from './+types/home'

import css from './home.module.css'

const new_clips = 16
/** The reel takes the best of so many popular clips. */
const reel_candidates = 24
const filmmakers_shown = 12
const searches_shown = 18
const featured_shown = 4

export const loader = async (args: Route.LoaderArgs) => {
  const [popular, featured, latest, newest, categories, filmmakers, searches, schema] = await Promise.all([
    pageCall(args, listClips, { query: { sort: 'popular', per_page: String(reel_candidates) } }),
    pageCall(args, listFeaturedCurated, {}),
    pageCall(args, listCollections, { query: { kind: 'shoot', per_page: '1' } }),
    pageCall(args, listClips, { query: { sort: 'newest', per_page: String(new_clips) } }),
    pageCall(args, listCategories, {}),
    pageCall(args, listFilmmakers, { query: { per_page: String(filmmakers_shown) } }),
    pageCall(args, listPopularSearches, { query: { limit: String(searches_shown) } }),
    pageCall(args, getLicenseSchema, {}),
  ])
  return {
    shots: reelShots(popular.data, { byline: true }),
    featured: featured.data.slice(0, featured_shown),
    latest: latest.data[0],
    clips: newest.data.map(gridClip),
    clip_count: newest.meta.pagination.total,
    categories: categories.data,
    filmmakers: filmmakers.data.map(({ id, slug, name, location }) => ({ id, slug, name, location })),
    searches: searches.data.map(({ term, slug }) => ({ term, slug })),
    schema: schema.data,
  }
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: brand.name, things: whoWeAre })

export default function Home({ loaderData }: Route.ComponentProps) {
  const { shots, featured, latest, clips, clip_count, categories, filmmakers, searches, schema } = loaderData
  return (
    <>
      <Reel shots={shots} className={css.screen}>
        <div className={css.words}>
          <h1>The shot you had in mind.</h1>
          <p>{brand.tagline}</p>
          <SearchField size="xl" />
          {searches.length > 0 && (
            <ul className={css.asked} aria-label="Popular searches">
              {searches.slice(0, 6).map(({ term, slug }) => (
                <li key={slug}>
                  <Link to={searchTermPath(slug)}>{term}</Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Reel>

      {featured.length > 0 && (
        <section aria-labelledby="featured">
          <header className={css.head}>
            <h2 id="featured">Chosen by our editors</h2>
            <Link to="/collections">All collections</Link>
          </header>
          <Program collections={featured} />
        </section>
      )}

      {clips.length > 0 && (
        <section aria-labelledby="newest">
          <header className={css.head}>
            <h2 id="newest">New footage</h2>
            <Link to="/clips?sort=newest">All {clip_count.toLocaleString('en-US')} clips</Link>
          </header>
          <ClipRows clips={clips} label="New footage" />
        </section>
      )}

      {latest && (
        <section className={css.latest} aria-label="Latest collection">
          <TitleCard collection={latest} kind="Latest collection" linked>
            <p>{latest.description}</p>
            {latest.filmmaker && (
              <p className={css.by}>
                <Link to={filmmakerPath(latest.filmmaker.data)}>{latest.filmmaker.data.name}</Link>
              </p>
            )}
          </TitleCard>
        </section>
      )}

      {categories.length > 0 && (
        <section aria-labelledby="categories">
          <header className={css.head}>
            <h2 id="categories">By subject</h2>
            <Link to="/category">All categories</Link>
          </header>
          <CategoryWall categories={categories} heading="h3" />
        </section>
      )}

      <section className={css.section} aria-labelledby="prices">
        <header className={css.head}>
          <h2 id="prices">One price for each use, for good</h2>
        </header>
        <PriceTable schema={schema} />
      </section>

      {filmmakers.length > 0 && (
        <section className={css.section} aria-labelledby="filmmakers">
          <header className={css.head}>
            <h2 id="filmmakers">Made by</h2>
            <Link to="/filmmakers">All filmmakers</Link>
          </header>
          <CreditsRoll filmmakers={filmmakers} />
        </section>
      )}

      {searches.length > 0 && (
        <section className={css.section} aria-labelledby="searches">
          <header className={css.head}>
            <h2 id="searches">What others look for</h2>
            <Link to="/stock-footage">All popular searches</Link>
          </header>
          <ul className={css.searches}>
            {searches.map(({ term, slug }) => (
              <li key={slug}>
                <Link to={searchTermPath(slug)}>{term}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
