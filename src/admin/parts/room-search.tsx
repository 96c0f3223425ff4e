/** The search of a list with its filters, which ask again while somebody types or chooses. "/" goes to it, the arrows from it through the list. */
import { Search } from 'lucide-react'
import { Fragment, useEffect, useRef, type ChangeEvent, type ReactNode, type RefObject } from 'react'
import { Form, useLocation, useNavigate, useSearchParams } from 'react-router'

import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { useListKeys } from './use-list-keys.ts'

import css from './room.module.css'

type Props = {
  /** Where the room is: "/admin/quotes". */
  path: string
  /** What the search looks into. */
  looks: string
  search: string | undefined
  list: RefObject<HTMLElement | null>
  className?: string | undefined
  /** Filters. */
  children?: ReactNode
}

const pause_ms = 250

export const RoomSearch = ({ path, looks, search = '', list, className, children }: Props) => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [asked] = useSearchParams()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  useListKeys({ field, list })
  const stop = () => {
    window.clearTimeout(timer.current)
    timer.current = undefined
  }
  // Another address, such as that of the whole list; what somebody types is ahead of its own.
  useEffect(() => {
    const { current } = field
    if (current && current !== document.activeElement && timer.current === undefined) current.value = search
  }, [search])
  useEffect(() => stop, [pathname])

  /** The list changes, and what is open beside it stays. */
  const searchTyped = () => {
    stop()
    const query = new URLSearchParams(asked)
    query.delete('page')
    query.delete('search')
    const typed = field.current?.value.trim()
    if (typed) query.set('search', typed)
    void navigate({ pathname, search: query.toString() }, { replace: true, preventScrollReset: true })
  }
  const filters = new URLSearchParams(asked)
  for (const name of ['search', 'page']) filters.delete(name)
  filters.sort()
  return (
    <Form method="get" action={path} role="search" className={className} onSubmit={stop}>
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
        onInput={() => {
          stop()
          timer.current = window.setTimeout(searchTyped, pause_ms)
        }}
      />
      <button type="submit" className={css.go} aria-label="Search">
        <Search aria-hidden />
      </button>
      <Fragment key={filters.toString()}>{children}</Fragment>
    </Form>
  )
}

export const chooseFilter = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) => form?.requestSubmit()

type FilterProps = {
  label: string
  name: string
  value: string | undefined
  /** What stands there when nothing is narrowed; left out where something always is. */
  any?: string
  options: readonly (readonly [value: string | number, words: string])[]
}

export const RoomFilter = ({ label, name, value = '', any, options }: FilterProps) => (
  <SelectField dense label={label} labelHidden name={name} defaultValue={value} onChange={chooseFilter}>
    {any !== undefined && <option value="">{any}</option>}
    {options.map(([value, words]) => (
      <option key={value} value={value}>
        {words}
      </option>
    ))}
  </SelectField>
)
