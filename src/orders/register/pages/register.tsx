/** The license register of a workspace: what it may do with which clip, where, until when, by which order. */
import { Download, FileBadge, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SortedHead } from '#ui/sorted-head.tsx'

import { getRegister, register_csv_path, type RegisterSort } from '../contract.ts'
import { RegisterFilters } from '../parts/register-filters.tsx'
import { RegisterRow } from '../parts/register-row.tsx'
import { registerQuery, searchOf } from '../query.ts'
import type { Route } from './+types/register'

import css from './register.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'License register', noindex: true })

export const loader = (args: Route.LoaderArgs) =>
  pageCall(args, getRegister, { query: registerQuery(args.url.searchParams) })

export default function RegisterPage({ loaderData: register }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      <Register {...register} />
    </div>
  )
}

type Sort = RegisterSort

const Register = ({ data: rows, meta }: Route.ComponentProps['loaderData']) => {
  const [asked] = useSearchParams()
  const { page: _, ...query } = registerQuery(asked)
  const { page, total, total_pages } = meta.pagination
  const { sort = 'newest', ...filters } = query
  const isNarrowed = searchOf(filters).size > 0
  const to = (changes: { sort?: Sort; page?: string }) => `?${searchOf({ ...query, ...changes })}`
  return (
    <>
      <header className={css.head}>
        <h1>License register</h1>
        <p className={css.count} aria-live="polite">
          {total === 1 ? '1 license' : `${total.toLocaleString('en-US')} licenses`}
        </p>
        {total > 0 && (
          <a href={`${register_csv_path}?${searchOf(query)}`} download className={css.export}>
            <Download aria-hidden />
            Export as CSV
          </a>
        )}
      </header>
      {total === 0 && !isNarrowed ? (
        <EmptyState
          icon={FileBadge}
          title="Nothing licensed yet"
          action={
            <ButtonLink to="/clips" kind="primary" size="lg">
              Browse clips
            </ButtonLink>
          }
        >
          Every license of this workspace is written down here: for which use, client and territory, until when, with
          its order and certificate.
        </EmptyState>
      ) : (
        <>
          <RegisterFilters key={asked.toString()} query={query} projects={meta.projects} />
          {rows.length === 0 ? (
            <EmptyState
              icon={Search}
              title="No license matches"
              action={<Link to="/workspace/licenses">Show all</Link>}
            >
              Try a clip’s name or number, an order, a client or a project, or fewer filters.
            </EmptyState>
          ) : (
            <table className={css.table} aria-label="Licenses">
              <thead>
                <tr>
                  <Sorted by={sort} as={{ clip: 'ascending' }} to={to}>
                    Clip
                  </Sorted>
                  <th scope="col">Use</th>
                  <Sorted by={sort} as={{ project: 'ascending' }} to={to}>
                    Client and project
                  </Sorted>
                  <th scope="col">Territory</th>
                  <Sorted by={sort} as={{ ends: 'ascending' }} to={to}>
                    Term
                  </Sorted>
                  <Sorted by={sort} as={{ newest: 'descending', oldest: 'ascending' }} to={to}>
                    Order
                  </Sorted>
                  <th scope="col">State</th>
                  <th scope="col">Certificate</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(row => (
                  <RegisterRow key={row.id} row={row} />
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
      {total_pages > 1 && (
        <nav className={css.pages} aria-label="Pages of licenses">
          {page > 1 && <ButtonLink to={to({ page: String(page - 1) })}>Previous</ButtonLink>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <ButtonLink to={to({ page: String(page + 1) })}>Next</ButtonLink>}
        </nav>
      )}
    </>
  )
}

type SortedProps = {
  by: Sort
  /** The sorts of this column, the first one first. */
  as: Partial<Record<Sort, 'ascending' | 'descending'>>
  to: (changes: { sort: Sort }) => string
  children: ReactNode
}

/** A column's head that sorts by it; once more turns it round, where that means something. */
const Sorted = ({ by, as, to, children }: SortedProps) => {
  const sorts = Object.keys(as) as Sort[]
  const next = sorts[(sorts.indexOf(by) + 1) % sorts.length] ?? 'newest'
  return (
    <SortedHead to={to({ sort: next })} way={as[by]}>
      {children}
    </SortedHead>
  )
}
