/** An admin page with a list on the left and the selected or new item on the right; small screens show one of them. */
import type { LucideIcon } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Link, Outlet, useMatch, useSearchParams, type To } from 'react-router'

import { ButtonLink } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { AdminPagination } from './admin-pagination.tsx'
import { AdminResultCount, AdminKeyHints } from './admin-result-count.tsx'
import { AdminSearchField } from './admin-search-field.tsx'

import css from './resource-list.module.css'

type AdminListPageProps = {
  /** The path of the list, such as "/admin/quotes". */
  path: string
  icon: LucideIcon
  /** The noun, such as "quote" and "quotes". */
  singular: string
  plural: string
  /** The search field's label: what the search looks into. */
  searchLabel: string
  search: string | undefined
  pagination: { page: number; total: number; total_pages: number }
  /** The title when there are no items at all. */
  emptyTitle: string
  /** The link to the unfiltered list, where it is not `path`. */
  allTo?: To
  /** One `<li>` per item. */
  rows: readonly ReactNode[]
  filters?: ReactNode
  /** The link to the page that creates an item. */
  newTo?: To
  /** Other actions on the list. */
  actions?: ReactNode
  /** Extra keyboard shortcuts, such as ", R answers". */
  keys?: ReactNode
  /** Shown while no item is selected. */
  hint?: ReactNode
  /** Content that replaces the "Choose …" placeholder while no item is selected. */
  placeholder?: ReactNode
  /** Whether an item is selected; by default, whether the URL is below `path`. */
  isChosen?: boolean
  /** Replaces the right side. */
  children?: ReactNode
}

const capitalized = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

export const AdminListPage = ({
  path,
  icon,
  singular,
  plural,
  searchLabel,
  search,
  pagination: { page, total, total_pages },
  emptyTitle,
  allTo = path,
  rows,
  filters,
  newTo,
  actions,
  keys,
  hint,
  placeholder,
  isChosen: isChosenProp,
  children,
}: AdminListPageProps) => {
  const [params] = useSearchParams()
  const isWithin = useMatch(path) === null
  const list = useRef<HTMLUListElement>(null)
  const isChosen = isChosenProp ?? isWithin
  const isEmpty = total === 0 && params.size === 0 && !isChosen
  return (
    <div className={css.layout} data-chosen={isChosen || undefined} data-empty={isEmpty || undefined}>
      <section className={css.side} aria-label={`Find ${plural}`}>
        {!isChosen && <h1 className="visually-hidden">{capitalized(plural)}</h1>}
        <AdminSearchField path={path} searchLabel={searchLabel} search={search} list={list} className={css.find}>
          {filters && <div className={css.narrow}>{filters}</div>}
        </AdminSearchField>
        <div className={css.head}>
          <AdminResultCount total={total} singular={singular} plural={plural} />
          {(actions || newTo) && (
            <span className={css.ways}>
              {actions}
              {newTo && (!isEmpty || placeholder) && (
                <ButtonLink to={newTo} size="sm" kind={isChosen ? 'secondary' : 'primary'}>
                  New
                </ButtonLink>
              )}
            </span>
          )}
        </div>
        {total === 0 && !isEmpty ? (
          <p className={css.nothing}>
            Nothing matches. <Link to={allTo}>Show all {plural}</Link>
          </p>
        ) : (
          <ul ref={list} className={css.list}>
            {rows}
          </ul>
        )}
        <AdminPagination label={`Pages of ${plural}`} page={page} total_pages={total_pages} path={path} />
      </section>
      <section className={css.main} aria-label={capitalized(singular)}>
        {children || (
          <>
            {isEmpty && !placeholder && (
              <EmptyState
                icon={icon}
                title={emptyTitle}
                action={
                  newTo ? (
                    <ButtonLink to={newTo} kind="primary" size="lg">
                      New {singular}
                    </ButtonLink>
                  ) : (
                    allTo !== path && <ButtonLink to={allTo}>Show all {plural}</ButtonLink>
                  )
                }
              >
                {hint}
              </EmptyState>
            )}
            {!isEmpty && !isChosen && !placeholder && (
              <EmptyState icon={icon} title={`Choose ${/^[aeiou]/.test(singular) ? 'an' : 'a'} ${singular}`}>
                <AdminKeyHints more={keys} />
                {hint}
              </EmptyState>
            )}
            {!isChosen && placeholder}
            <Outlet />
          </>
        )}
      </section>
    </div>
  )
}
