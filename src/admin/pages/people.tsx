/** People: search on the left, one of them on the right. */
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { Form, Link, NavLink, Outlet, useNavigation, useParams, useSearchParams } from 'react-router'

import { personName } from '#accounts/person-name.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { cx } from '#ui/cx.ts'
import { TextField } from '#ui/text-field.tsx'

import { listPeople, type Person } from '../contract.ts'
import { momentOf } from '../parts/moment.ts'
import { roleMarks } from '../parts/role-marks.ts'
import { useListKeys } from '../parts/use-list-keys.ts'
import type { Route } from './+types/people'

import css from './people.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'People', noindex: true })

/** What the address asks for; what it cannot mean is left out. */
const queryOf = (asked: URLSearchParams) => {
  const page = asked.get('page') ?? ''
  return {
    search: asked.get('search')?.replaceAll('\0', '').slice(0, 200) || undefined,
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
  }
}

export const loader = (args: Route.LoaderArgs) => pageCall(args, listPeople, { query: queryOf(args.url.searchParams) })

export default function People({ loaderData: { data: people, meta } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { id } = useParams()
  const { state } = useNavigation()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useListKeys({ field, list })
  const { page, total, total_pages } = meta.pagination
  const search = asked.get('search') ?? ''
  const to = (page: number) => `/admin/people?${new URLSearchParams({ ...(search && { search }), page: String(page) })}`
  return (
    <div className={css.people} data-chosen={id !== undefined || undefined}>
      <section className={css.side} aria-label="Find people">
        <Form method="get" action="/admin/people" role="search" className={css.search} key={search}>
          <TextField
            ref={field}
            dense
            label="Name, email or workspace"
            labelHidden
            type="search"
            name="search"
            placeholder="Name, email or workspace"
            defaultValue={search}
            autoComplete="off"
          />
          <button type="submit" className={css.go} aria-label="Search">
            <Search aria-hidden />
          </button>
        </Form>
        <p className={css.count} aria-live="polite">
          {state === 'loading' ? 'Looking…' : total === 1 ? '1 person' : `${total.toLocaleString('en-US')} people`}
          <span className={css.keys}>
            <kbd>/</kbd> search <kbd>↑</kbd>
            <kbd>↓</kbd> go through
          </span>
        </p>
        {people.length === 0 ? (
          <p className={css.nobody}>
            Nobody matches. <Link to="/admin/people">Show everybody</Link>
          </p>
        ) : (
          <ul ref={list} className={css.list}>
            {people.map(person => (
              <Row key={person.id} person={person} query={asked.toString()} />
            ))}
          </ul>
        )}
        {total_pages > 1 && (
          <nav className={css.pages} aria-label="Pages of people">
            {page > 1 && <Link to={to(page - 1)}>Previous</Link>}
            <span className="mono">
              {page} of {total_pages}
            </span>
            {page < total_pages && <Link to={to(page + 1)}>Next</Link>}
          </nav>
        )}
      </section>
      <section className={css.main} aria-label="Person">
        {id === undefined && <p className={css.hint}>Choose somebody.</p>}
        <Outlet />
      </section>
    </div>
  )
}

const Row = ({ person, query }: { person: Person; query: string }) => {
  const name = personName(person)
  return (
    <li>
      <NavLink to={{ pathname: `/admin/people/${person.id}`, search: query }} className={css.row} preventScrollReset>
        <span className={css.name}>{name}</span>
        <span className={css.marks}>
          {roleMarks(person.roles).map(({ label, isBad }) => (
            <span key={label} className={cx(css.mark, isBad && css.bad)}>
              {label}
            </span>
          ))}
        </span>
        <span className={css.email}>{name === person.email ? person.username : person.email}</span>
        <span className={cx('mono', css.seen)}>
          {person.last_seen_at ? momentOf(person.last_seen_at) : 'signed out'}
        </span>
      </NavLink>
    </li>
  )
}
