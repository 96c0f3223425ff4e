/** The home page: a search over a reel, then featured and new footage, categories, prices and filmmakers. */
import { Link } from 'react-router'

import { CategoryWall } from '#catalog/category-wall.tsx'
import { ClipRows } from '#catalog/clip-rows.tsx'
import { CollectionShowcase } from '#catalog/collection-showcase.tsx'
import { listCategories, listCollections, listFeaturedCurated, listFilmmakers } from '#catalog/collections-contract.ts'
import { listClips } from '#catalog/contract.ts'
import { formatClipCount } from '#catalog/counts.ts'
import { EmptyShop } from '#catalog/empty-shop.tsx'
import { toGridClip } from '#catalog/grid-clip.ts'
import { filmmakerPath, searchTermPath } from '#catalog/paths.ts'
import { selectReelShots } from '#catalog/reel-shots.ts'
import { Reel } from '#catalog/reel.tsx'
import { TitleCard } from '#catalog/title-card.tsx'
import { getLicenseSchema } from '#licensing/contract.ts'
import { DURATION_TITLE } from '#licensing/duration-texts.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { getPageCompany, useCompany } from '#platform/settings/company-context.ts'
import { listPopularSearches } from '#search/popular-contract.ts'
import { SearchField } from '#search/search-field.tsx'

import { organizationJsonLd } from '../organization-json-ld.ts'
import { CreditsRoll } from '../parts/credits-roll.tsx'
import { PriceTable } from '../parts/price-table.tsx'
import type { Route } from './+types/home'

import css from './home.module.css'

const MAX_NEW_CLIPS = 16
/** How many popular clips the reel selects from. */
const MAX_REEL_CANDIDATES = 24
const MAX_FILMMAKERS = 12
const MAX_SEARCHES = 18
const MAX_FEATURED = 4

export const loader = async (args: Route.LoaderArgs) => {
  const [popular, featured, latest, newest, categories, filmmakers, searches, schema] = await Promise.all([
    callForPage(args, listClips, { query: { sort: 'popular', per_page: String(MAX_REEL_CANDIDATES) } }),
    callForPage(args, listFeaturedCurated, {}),
    callForPage(args, listCollections, { query: { kind: 'shoot', per_page: '1' } }),
    callForPage(args, listClips, { query: { sort: 'newest', per_page: String(MAX_NEW_CLIPS) } }),
    callForPage(args, listCategories, {}),
    callForPage(args, listFilmmakers, { query: { per_page: String(MAX_FILMMAKERS) } }),
    callForPage(args, listPopularSearches, { query: { limit: String(MAX_SEARCHES) } }),
    callForPage(args, getLicenseSchema, {}),
  ])
  return {
    shots: selectReelShots(popular.data, { byline: true }),
    featured: featured.data.slice(0, MAX_FEATURED),
    latest: latest.data[0],
    clips: newest.data.map(toGridClip),
    clip_count: newest.meta.pagination.total,
    categories: categories.data,
    filmmakers: filmmakers.data.map(({ id, slug, name, location }) => ({ id, slug, name, location })),
    searches: searches.data.map(({ term, slug }) => ({ term, slug })),
    schema: schema.data,
  }
}

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: getPageCompany(page.matches).name, structuredData: organizationJsonLd })

export default function Home({ loaderData }: Route.ComponentProps) {
  const company = useCompany()
  const { shots, featured, latest, clips, clip_count, categories, filmmakers, searches, schema } = loaderData
  return (
    <>
      <Reel shots={shots} className={css.screen}>
        <div className={css.words}>
          <h1>{company.headline}</h1>
          {company.tagline && <p>{company.tagline}</p>}
          {clip_count > 0 && <SearchField size="xl" />}
          {searches.length > 0 && (
            <ul className={css.popular} aria-label="Popular searches">
              {searches.slice(0, 6).map(({ term, slug }) => (
                <li key={slug}>
                  <Link to={searchTermPath(slug)}>{term}</Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Reel>

      {clip_count === 0 && <EmptyShop />}

      {featured.length > 0 && (
        <section aria-labelledby="featured">
          <header className={css.head}>
            <h2 id="featured">Chosen by our editors</h2>
            <Link to="/collections">All collections</Link>
          </header>
          <CollectionShowcase collections={featured} />
        </section>
      )}

      {clips.length > 0 && (
        <section aria-labelledby="newest">
          <header className={css.head}>
            <h2 id="newest">New footage</h2>
            {clip_count > clips.length && <Link to="/clips?sort=newest">All {formatClipCount(clip_count)}</Link>}
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

      {clip_count > 0 && (
        <section className={css.section} aria-labelledby="prices">
          <header className={css.head}>
            <h2 id="prices">{DURATION_TITLE}</h2>
          </header>
          <PriceTable schema={schema} />
        </section>
      )}

      {filmmakers.length > 0 && (
        <section className={css.section} aria-labelledby="filmmakers">
          <header className={css.head}>
            <h2 id="filmmakers">The filmmakers</h2>
            <Link to="/filmmakers">All filmmakers</Link>
          </header>
          <CreditsRoll filmmakers={filmmakers} />
        </section>
      )}

      {searches.length > 0 && (
        <section className={css.section} aria-labelledby="searches">
          <header className={css.head}>
            <h2 id="searches">Popular searches</h2>
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
