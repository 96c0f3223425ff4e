/** A room with a list: what was found on the left, one of them or a new one on the right; on a small screen one or the other. */
import type { LucideIcon } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Link, Outlet, useMatch, useSearchParams, type To } from 'react-router'

import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import { Pages } from './pages.tsx'
import { RoomCount, RoomKeys } from './room-count.tsx'
import { RoomSearch } from './room-search.tsx'

import css from './room.module.css'

type RoomProps = {
  /** Where the room is: "/admin/quotes". */
  path: string
  icon: LucideIcon
  /** "1 quote", "12 quotes". */
  one: string
  many: string
  /** What the search looks into. */
  looks: string
  search: string | undefined
  pagination: { page: number; total: number; total_pages: number }
  /** Said when there is nothing at all. */
  none: string
  /** The list without what it is narrowed to, where that is not the room's own address. */
  all?: To
  /** A `<li>` for each. */
  rows: readonly ReactNode[]
  filters?: ReactNode
  /** Where a new one is begun. */
  begin?: To
  /** What else can be done with the list. */
  actions?: ReactNode
  /** What other keys do here: ", R answers". */
  keys?: ReactNode
  /** What is good to know before one is chosen. */
  hint?: ReactNode
  /** What there is to do before one is chosen, in place of a word about choosing. */
  resting?: ReactNode
  /** Somebody is at one of them; otherwise whoever is at any address within the room. */
  isChosen?: boolean
  /** What stands on the right in place of all that. */
  children?: ReactNode
}

const capitalized = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

export const Room = ({
  path,
  icon,
  one,
  many,
  looks,
  search,
  pagination: { page, total, total_pages },
  none,
  all = path,
  rows,
  filters,
  begin,
  actions,
  keys,
  hint,
  resting,
  isChosen: isKnown,
  children,
}: RoomProps) => {
  const [asked] = useSearchParams()
  const isWithin = useMatch(path) === null
  const list = useRef<HTMLUListElement>(null)
  const isChosen = isKnown ?? isWithin
  const isEmpty = total === 0 && asked.size === 0 && !isChosen
  return (
    <div className={css.room} data-chosen={isChosen || undefined} data-empty={isEmpty || undefined}>
      <section className={css.side} aria-label={`Find ${many}`}>
        {!isChosen && <h1 className="visually-hidden">{capitalized(many)}</h1>}
        <RoomSearch path={path} looks={looks} search={search} list={list} className={css.find}>
          {filters && <div className={css.narrow}>{filters}</div>}
        </RoomSearch>
        <div className={css.head}>
          <RoomCount total={total} one={one} many={many} />
          {(actions || begin) && (
            <span className={css.ways}>
              {actions}
              {begin && (!isEmpty || resting) && (
                <ButtonLink to={begin} size="sm" kind={isChosen ? 'secondary' : 'primary'}>
                  New
                </ButtonLink>
              )}
            </span>
          )}
        </div>
        {total === 0 && !isEmpty ? (
          <p className={css.nothing}>
            Nothing matches. <Link to={all}>Show all {many}</Link>
          </p>
        ) : (
          <ul ref={list} className={css.list}>
            {rows}
          </ul>
        )}
        <Pages label={`Pages of ${many}`} page={page} total_pages={total_pages} path={path} />
      </section>
      <section className={css.main} aria-label={capitalized(one)}>
        {children || (
          <>
            {isEmpty && !resting && (
              <EmptyState
                icon={icon}
                title={none}
                action={
                  begin ? (
                    <ButtonLink to={begin} kind="primary" size="lg">
                      New {one}
                    </ButtonLink>
                  ) : (
                    all !== path && <ButtonLink to={all}>Show all {many}</ButtonLink>
                  )
                }
              >
                {hint}
              </EmptyState>
            )}
            {!isEmpty && !isChosen && !resting && (
              <EmptyState icon={icon} title={`Choose ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`}>
                <RoomKeys more={keys} />
                {hint}
              </EmptyState>
            )}
            {!isChosen && resting}
            <Outlet />
          </>
        )}
      </section>
    </div>
  )
}
