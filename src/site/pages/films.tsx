/** Films that use the shop's footage. Each plays its shots and links to its collection. */
import { getCollection, listCollections } from '#catalog/collections-contract.ts'
import { collectionPath } from '#catalog/paths.ts'
import { selectReelShots } from '#catalog/reel-shots.ts'
import { Reel } from '#catalog/reel.tsx'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import { curatedCollectionsInput, listFilms } from '../films.ts'
import type { Route } from './+types/films'

import css from './films.module.css'

const MAX_CANDIDATES = '12'

export const loader = async (args: Route.LoaderArgs) => {
  const { data } = await callForPage(args, listCollections, curatedCollectionsInput)
  return Promise.all(
    listFilms(data).map(async ({ collection: { id, slug, name }, ...film }) => {
      const { data } = await callForPage(args, getCollection, {
        params: { id: String(id) },
        query: { per_page: MAX_CANDIDATES },
      })
      return { ...film, collection: { id, slug, name }, shots: selectReelShots(data.clips, { byline: true }) }
    }),
  )
}

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Films',
    description: 'Short films, each cut from one collection. Every shot in them can be licensed.',
    breadcrumbs: [{ name: 'Films', path: '/films' }],
  })

export default function Films({ loaderData: films }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>Films</h1>
        <p>Short films, each cut from one collection. Every shot in them can be licensed.</p>
      </header>
      {films.length === 0 && (
        <EmptyState title="No films yet" action={<ButtonLink to="/clips">Browse the footage</ButtonLink>} />
      )}
      {films.map(({ slug, title, about, collection, shots }) => (
        <article key={slug} id={slug} className={css.film}>
          <Reel shots={shots} className={css.screen}>
            <div className={css.words}>
              <h2>{title}</h2>
              <p>{about}</p>
              <ButtonLink to={collectionPath(collection)}>The footage: {collection.name}</ButtonLink>
            </div>
          </Reel>
        </article>
      ))}
    </div>
  )
}
