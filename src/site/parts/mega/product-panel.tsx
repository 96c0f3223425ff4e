/** The Product panel: links about the company, article categories, the latest films, and filmmakers. */
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { listCollections, listFilmmakers, type Cover } from '#catalog/collections-contract.ts'
import { hoverLoopProps } from '#catalog/hover-loop.ts'
import { filmmakerPath } from '#catalog/paths.ts'
import { useCall } from '#platform/http/query.ts'
import { Skeleton } from '#ui/skeleton.tsx'

import { articleCategoryLinks } from '../../articles/categories.ts'
import { curatedCollectionsInput, filmPath, listFilms } from '../../films.ts'
import { productLinks, type PageLink } from '../../links.ts'

import shared from './panel.module.css'
import css from './product-panel.module.css'

const MAX_FILMS = 3
const MAX_FILMMAKERS = 2

type ProductPanelCard = { to: string; name: string; about: string; cover: Cover | null }

export default function ProductPanel() {
  const collections = useCall(listCollections, curatedCollectionsInput)
  const people = useCall(listFilmmakers, { query: { per_page: String(MAX_FILMMAKERS) } })
  const films = listFilms(collections.data?.data ?? []).map(film => ({
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
        <LinkList className={css.places} links={productLinks} />
        <h2 className={`${shared.label} ${css.articles}`}>Articles</h2>
        <LinkList className={shared.links} links={articleCategoryLinks} />
      </div>
      <CardSection title="Latest Films" skeletonCount={MAX_FILMS} cards={collections.isLoading ? undefined : films} />
      <CardSection
        title="Behind the Work"
        skeletonCount={MAX_FILMMAKERS}
        cards={people.isLoading ? undefined : (filmmakers ?? [])}
      />
    </div>
  )
}

const LinkList = ({ links, className }: { links: readonly PageLink[]; className: string | undefined }) => (
  <ul className={className}>
    {links.map(({ to, label }) => (
      <li key={to}>
        <Link to={to}>{label}</Link>
      </li>
    ))}
  </ul>
)

/** `cards` is undefined while loading. An empty list renders nothing. */
const CardSection = ({
  title,
  skeletonCount,
  cards,
}: {
  title: string
  skeletonCount: number
  cards: readonly ProductPanelCard[] | undefined
}) =>
  cards?.length !== 0 && (
    <section>
      <h2 className={shared.label}>{title}</h2>
      <ul className={css.cards}>
        {cards
          ? cards.map(({ to, name, about, cover }) => (
              <li key={to} className={css.card} data-theme="dark" {...hoverLoopProps(cover?.loop ?? undefined)}>
                <Link to={to}>
                  {cover && <ClipThumb thumbs={cover.thumbs} sizes="240px" />}
                  <span className={css.words}>
                    <strong>{name}</strong>
                    {about}
                  </span>
                </Link>
              </li>
            ))
          : Array.from({ length: skeletonCount }, (_, index) => (
              <li key={index} className={css.card}>
                <Skeleton height="100%" />
              </li>
            ))}
      </ul>
    </section>
  )
