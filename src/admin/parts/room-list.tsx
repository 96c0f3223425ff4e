/** The left side of a room: a search with its filters, what was found, its pages. "/" and the arrows work as in every room. */
import { Search } from 'lucide-react'
import { useRef, type ChangeEvent, type ReactNode } from 'react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'

import { TextField } from '#ui/text-field.tsx'

import { useListKeys } from './use-list-keys.ts'

import room from '../pages/people.module.css'
import css from './room-list.module.css'

type RoomListProps = {
  /** Where the room is: "/admin/quotes". */
  path: string
  /** "1 quote", "12 quotes". */
  one: string
  many: string
  /** What the search looks into. */
  looks: string
  search: string | undefined
  pagination: { page: number; total: number; total_pages: number }
  /** Said when there is nothing at all. */
  none: string
  filters?: ReactNode
  /** What begins something new. */
  action?: ReactNode
  /** A `<li>` for each. */
  children: readonly ReactNode[]
}

/** A filter that asks again as soon as it is chosen. */
export const chooseFilter = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) => form?.requestSubmit()

export const RoomList = ({
  path,
  one,
  many,
  looks,
  search = '',
  pagination: { page, total, total_pages },
  none,
  filters,
  action,
  children,
}: RoomListProps) => {
  const [asked] = useSearchParams()
  const { state } = useNavigation()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useListKeys({ field, list })
  const to = (page: number) => {
    const query = new URLSearchParams(asked)
    query.set('page', String(page))
    return `${path}?${query}`
  }
  return (
    <section className={room.side} aria-label={`Find ${many}`}>
      <Form method="get" action={path} role="search" className={css.find} key={asked.toString()}>
        <TextField
          ref={field}
          dense
          label={looks}
          labelHidden
          type="search"
          name="search"
          placeholder={looks}
          defaultValue={search}
          autoComplete="off"
          maxLength={200}
        />
        <button type="submit" className={room.go} aria-label="Search">
          <Search aria-hidden />
        </button>
        {filters && <div className={css.narrow}>{filters}</div>}
      </Form>
      <div className={css.head}>
        <p className={css.count} aria-live="polite">
          {state === 'loading' ? 'Looking…' : total === 1 ? `1 ${one}` : `${total.toLocaleString('en-US')} ${many}`}
          <span className={room.keys}>
            {' '}
            <kbd>/</kbd> search <kbd>↑</kbd>
            <kbd>↓</kbd> go through
          </span>
        </p>
        {action}
      </div>
      {total === 0 ? (
        <p className={room.nobody}>
          {asked.size === 0 ? (
            none
          ) : (
            <>
              Nothing matches. <Link to={path}>Show all {many}</Link>
            </>
          )}
        </p>
      ) : (
        <ul ref={list} className={room.list}>
          {children}
        </ul>
      )}
      {total_pages > 1 && (
        <nav className={room.pages} aria-label={`Pages of ${many}`}>
          {page > 1 && <Link to={to(page - 1)}>Previous</Link>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <Link to={to(page + 1)}>Next</Link>}
        </nav>
      )}
    </section>
  )
}
