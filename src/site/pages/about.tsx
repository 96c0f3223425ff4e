/** The About page: the company's story, which is a content page, counts from the catalog, and the filmmakers. */
import { Link } from 'react-router'

import { listCategories, listFilmmakers } from '#catalog/collections-contract.ts'
import { listClips } from '#catalog/contract.ts'
import { selectReelShots } from '#catalog/reel-shots.ts'
import { Reel } from '#catalog/reel.tsx'
import { contentPageMeta, loadContentPage } from '#content/load-content-page.ts'
import { callForPage } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { RichText } from '#ui/rich-text.tsx'

import { organizationJsonLd } from '../organization-json-ld.ts'
import { CreditsRoll } from '../parts/credits-roll.tsx'
import type { Route } from './+types/about'

import spread from '../parts/spread.module.css'
import css from './about.module.css'

const MAX_FILMMAKERS = 24

export const loader = async (args: Route.LoaderArgs) => {
  const [page, clips, filmmakers, categories] = await Promise.all([
    loadContentPage(args, 'about'),
    callForPage(args, listClips, { query: { sort: 'newest', per_page: '24' } }),
    callForPage(args, listFilmmakers, { query: { per_page: String(MAX_FILMMAKERS) } }),
    callForPage(args, listCategories, {}),
  ])
  return {
    page,
    shots: selectReelShots(clips.data, { byline: true }),
    clip_count: clips.meta.pagination.total,
    filmmaker_count: filmmakers.meta.pagination.total,
    subject_count: categories.data.flatMap(({ subcategories }) => subcategories).length,
    filmmakers: filmmakers.data.map(({ id, slug, name, location }) => ({ id, slug, name, location })),
  }
}

export const meta = (args: Route.MetaArgs) =>
  contentPageMeta('/about', args, {
    title: 'Our story',
    image: args.loaderData?.shots[0]?.thumbs.find(({ type }) => type === 'image/jpeg'),
    structuredData: organizationJsonLd,
  })

const formatCount = (count: number) => count.toLocaleString('en-US')

export default function About({ loaderData }: Route.ComponentProps) {
  const { page, shots, clip_count, filmmaker_count, subject_count, filmmakers } = loaderData
  const [story, ...sections] = page.document.sections
  return (
    <>
      <Reel shots={shots} className={css.screen}>
        <h1 className={css.title}>{page.title}</h1>
      </Reel>
      <div className={spread.page}>
        <RichText html={page.document.html} className={spread.prose} />
        {story && (
          <section className={css.story} aria-labelledby={story.id}>
            <h2 id={story.id}>{story.title}</h2>
            <RichText html={story.html} className={spread.prose} />
          </section>
        )}

        <dl className={css.numbers}>
          <div>
            <dd>{formatCount(clip_count)}</dd>
            <dt>clips to license today</dt>
          </div>
          <div>
            <dd>{formatCount(filmmaker_count)}</dd>
            <dt>filmmakers, all of them named</dt>
          </div>
          <div>
            <dd>{formatCount(subject_count)}</dd>
            <dt>subjects</dt>
          </div>
        </dl>

        {sections.map(({ id, title, html, items }) => (
          <section key={id} className={spread.section} aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            <RichText html={html} />
            {items.length > 0 && (
              <ul className={css.beliefs}>
                {items.map(item => (
                  <li key={item.id}>
                    <h3>{item.title}</h3>
                    <RichText html={item.html} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}

        {filmmakers.length > 0 && (
          <section className={spread.section} aria-labelledby="credits">
            <h2 id="credits">The filmmakers</h2>
            <CreditsRoll filmmakers={filmmakers} />
          </section>
        )}

        <section className={css.end} aria-label="What now">
          <ButtonLink to="/clips" kind="primary" size="xl">
            Watch something
          </ButtonLink>
          <p>
            Shoot footage? <Link to="/contact?topic=contributor">Become a contributor</Link>. Anything else:{' '}
            <Link to="/contact">talk to us</Link>.
          </p>
        </section>
      </div>
    </>
  )
}
