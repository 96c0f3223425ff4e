/** Product: who makes this, what there is to read, the latest films, and the people behind the footage. */
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { listCollections, listFilmmakers, type Cover } from '#catalog/collections-contract.ts'
import { hoverLoop } from '#catalog/hover-loop.ts'
import { filmmakerPath } from '#catalog/paths.ts'
import { useCall } from '#platform/query.ts'
import { Skeleton } from '#ui/skeleton.tsx'

import { articleCategoryLinks } from '../../articles/categories.ts'
import { curatedCollections, filmPath, filmsOf } from '../../films.ts'
import { productLinks, type PageLink } from '../../links.ts'

import shared from './panel.module.css'
import css from './product-panel.module.css'

const films_shown = 3
const people_shown = 2

type Card = { to: string; name: string; about: string; cover: Cover | null }

export default function ProductPanel() {
  const collections = useCall(listCollections, curatedCollections)
  const people = useCall(listFilmmakers, { query: { per_page: String(people_shown) } })
  const films = filmsOf(collections.data?.data ?? []).map(film => ({
    to: filmPath(film),
    name: film.title,
    about: film.collection.name,
    cover: film.collection.cover,
  }))
  const filmmakers = people.data?.data.map(person => ({
    to: filmmakerPath(person),
    name: person.name,
    about: person.location,
    cover: person.cover,
  }))
  return (
    <div className={`${shared.panel} ${css.all}`}>
      <div>
        <Places className={css.places} links={productLinks} />
        <h2 className={`${shared.label} ${css.articles}`}>Articles</h2>
        <Places className={shared.links} links={articleCategoryLinks} />
      </div>
      <Cards title="Latest Films" places={films_shown} cards={collections.isLoading ? undefined : films} />
      <Cards title="Behind the Work" places={people_shown} cards={people.isLoading ? undefined : (filmmakers ?? [])} />
    </div>
  )
}

const Places = ({ links, className }: { links: readonly PageLink[]; className: string | undefined }) => (
  <ul className={className}>
    {links.map(({ to, label }) => (
      <li key={to}>
        <Link to={to}>{label}</Link>
      </li>
    ))}
  </ul>
)

/** `cards` is undefined while they are on their way; without any there is no heading either. */
const Cards = ({ title, places, cards }: { title: string; places: number; cards: readonly Card[] | undefined }) =>
  cards?.length !== 0 && (
    <section>
      <h2 className={shared.label}>{title}</h2>
      <ul className={css.cards}>
        {cards
          ? cards.map(({ to, name, about, cover }) => (
              <li key={to} className={css.card} data-theme="dark" {...hoverLoop(cover?.loop ?? undefined)}>
                <Link to={to}>
                  {cover && <ClipThumb thumbs={cover.thumbs} sizes="240px" />}
                  <span className={css.words}>
                    <strong>{name}</strong>
                    {about}
                  </span>
                </Link>
              </li>
            ))
          : Array.from({ length: places }, (_, place) => (
              <li key={place} className={css.card}>
                <Skeleton height="100%" />
              </li>
            ))}
      </ul>
    </section>
  )
