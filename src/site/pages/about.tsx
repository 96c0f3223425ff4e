/** The About page: the company's story, counts from the catalog, and the filmmakers. */
import { Link } from 'react-router'

import { listCategories, listFilmmakers } from '#catalog/collections-contract.ts'
import { listClips } from '#catalog/contract.ts'
import { selectReelShots } from '#catalog/reel-shots.ts'
import { Reel } from '#catalog/reel.tsx'
import { brand } from '#platform/brand.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'

import { organizationJsonLd } from '../organization-json-ld.ts'
import { CreditsRoll } from '../parts/credits-roll.tsx'
import type { Route } from './+types/about'

import spread from '../parts/spread.module.css'
import css from './about.module.css'

const MAX_FILMMAKERS = 24

export const loader = async (args: Route.LoaderArgs) => {
  const [clips, filmmakers, categories] = await Promise.all([
    callForPage(args, listClips, { query: { sort: 'newest', per_page: '24' } }),
    callForPage(args, listFilmmakers, { query: { per_page: String(MAX_FILMMAKERS) } }),
    callForPage(args, listCategories, {}),
  ])
  return {
    shots: selectReelShots(clips.data, { byline: true }),
    clip_count: clips.meta.pagination.total,
    filmmaker_count: filmmakers.meta.pagination.total,
    subject_count: categories.data.flatMap(({ subcategories }) => subcategories).length,
    filmmakers: filmmakers.data.map(({ id, slug, name, location }) => ({ id, slug, name, location })),
  }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Our story',
    description: `Why there is ${brand.name}: footage by filmmakers, for people who cut. Watch it move, license it in a minute, keep it for good.`,
    image: loaderData?.shots[0]?.thumbs.find(({ type }) => type === 'image/jpeg')?.url,
    breadcrumbs: [{ name: 'Our story', path: '/about' }],
    structuredData: organizationJsonLd,
  })

const beliefs = [
  {
    title: 'A shot is somebody’s',
    text: 'Every clip has a name under it. Behind the name is a reel, a filmography, whole shoots scene by scene. You find one shot and leave with five that match.',
  },
  {
    title: 'Moving pictures are judged moving',
    text: 'So everything here moves when you touch it, and counts in timecode. Comps carry the master’s frames: what you cut with is what you conform to.',
  },
  {
    title: 'A price is not a negotiation',
    text: 'One table, public, the same for everyone, and the reason beside every amount. You pay for the use you have, once.',
  },
  {
    title: 'The license is a sentence',
    text: 'Who may show what, where and for whom: one line that a producer can forward to legal and a lawyer can sign off before lunch.',
  },
] as const

const formatCount = (count: number) => count.toLocaleString('en-US')

export default function About({ loaderData }: Route.ComponentProps) {
  const { shots, clip_count, filmmaker_count, subject_count, filmmakers } = loaderData
  return (
    <>
      <Reel shots={shots} className={css.screen}>
        <h1 className={css.title}>Hold the shot.</h1>
      </Reel>
      <div className={spread.page}>
        <section className={css.story} aria-labelledby="story">
          <h2 id="story">Our story</h2>
          <div className={spread.prose}>
            <p className={css.lead}>
              A long take is a promise: nobody cuts away, so it had better be worth watching. {brand.name} is a shop for
              shots like that.
            </p>
            <p>
              Stock footage used to be looked for by the thousand and settled for. We think an editor should find the
              one that was in their head, see it frame by frame before anyone pays, and have the right to use it by the
              time the coffee is ready. And the person behind the camera should be named on screen, as in any credits.
            </p>
          </div>
        </section>

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
            <dt>subjects they went out for</dt>
          </div>
        </dl>

        <section className={spread.section} aria-labelledby="beliefs">
          <h2 id="beliefs">What we hold to</h2>
          <ul className={css.beliefs}>
            {beliefs.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>

        {filmmakers.length > 0 && (
          <section className={spread.section} aria-labelledby="credits">
            <h2 id="credits">Made by</h2>
            <CreditsRoll filmmakers={filmmakers} />
          </section>
        )}

        <section className={css.end} aria-label="What now">
          <ButtonLink to="/clips" kind="primary" size="xl">
            Watch something
          </ButtonLink>
          <p>
            Do you make footage? <Link to="/contact?topic=contributor">Become a contributor</Link>. Anything else:{' '}
            <Link to="/contact">talk to us</Link>.
          </p>
        </section>
      </div>
    </>
  )
}
