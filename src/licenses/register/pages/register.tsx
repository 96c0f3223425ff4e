/** A workspace's license register: what it may do with which clip, where, until when, and by which order. */
import { Download, FileBadge, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toSearchParams } from '#platform/http/search-params.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SortableHeader } from '#ui/sortable-header.tsx'

import { getRegister, REGISTER_CSV_PATH, type RegisterSort } from '../contract.ts'
import { RegisterFilters } from '../parts/register-filters.tsx'
import { readRegisterQuery } from '../query.ts'
import type { Route } from './+types/register'
import { RegisterRow } from './register-row.tsx'

import css from './register.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'License register', noindex: true })

export const loader = (args: Route.LoaderArgs) =>
  callForPage(args, getRegister, { query: readRegisterQuery(args.url.searchParams) })

export default function RegisterPage({ loaderData: register }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      <LicenseRegister {...register} />
    </div>
  )
}

type Sort = RegisterSort

const LicenseRegister = ({ data: rows, meta }: Route.ComponentProps['loaderData']) => {
  const [search] = useSearchParams()
  const { page: _, ...query } = readRegisterQuery(search)
  const { page, total, total_pages } = meta.pagination
  const { sort = 'newest', ...filters } = query
  const isFiltered = toSearchParams(filters).size > 0
  const to = (changes: { sort?: Sort; page?: string }) => `?${toSearchParams({ ...query, ...changes })}`
  return (
    <>
      <header className={css.head}>
        <h1>License register</h1>
        <p className={css.count} aria-live="polite">
          {total === 1 ? '1 license' : `${total.toLocaleString('en-US')} licenses`}
        </p>
        {total > 0 && (
          <a href={`${REGISTER_CSV_PATH}?${toSearchParams(query)}`} download className={css.export}>
            <Download aria-hidden />
            Export as CSV
          </a>
        )}
      </header>
      {total === 0 && !isFiltered ? (
        <EmptyState
          icon={FileBadge}
          title="Nothing licensed yet"
          action={
            <ButtonLink to="/clips" kind="primary" size="lg">
              Browse clips
            </ButtonLink>
          }
        >
          Every license of this workspace is listed here: for which use, client and territory, until when, with its
          order and certificate.
        </EmptyState>
      ) : (
        <>
          <RegisterFilters key={search.toString()} query={query} projects={meta.projects} />
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
                  <RegisterHeader activeSort={sort} directions={{ clip: 'ascending' }} to={to}>
                    Clip
                  </RegisterHeader>
                  <th scope="col">Use</th>
                  <RegisterHeader activeSort={sort} directions={{ project: 'ascending' }} to={to}>
                    Client and project
                  </RegisterHeader>
                  <th scope="col">Territory</th>
                  <RegisterHeader activeSort={sort} directions={{ ends: 'ascending' }} to={to}>
                    Term
                  </RegisterHeader>
                  <RegisterHeader activeSort={sort} directions={{ newest: 'descending', oldest: 'ascending' }} to={to}>
                    Order
                  </RegisterHeader>
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

type RegisterHeaderProps = {
  activeSort: Sort
  /** The sorts of this column, the default one first. */
  directions: Partial<Record<Sort, 'ascending' | 'descending'>>
  to: (changes: { sort: Sort }) => string
  children: ReactNode
}

/** A column header that sorts by its column. A second click reverses the order, where the column has two. */
const RegisterHeader = ({ activeSort, directions, to, children }: RegisterHeaderProps) => {
  const sorts = Object.keys(directions) as Sort[]
  const next = sorts[(sorts.indexOf(activeSort) + 1) % sorts.length] ?? 'newest'
  return (
    <SortableHeader to={to({ sort: next })} direction={directions[activeSort]}>
      {children}
    </SortableHeader>
  )
}
