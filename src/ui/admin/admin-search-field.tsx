/** The search field of an admin list with its filters. The list updates while the user types. "/" focuses the field, the arrow keys move into the list. */
import { Search } from 'lucide-react'
import { type ChangeEvent, Fragment, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Form, useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'

import { isTyping } from '../is-typing.ts'
import { SelectField } from '../select.tsx'
import { TextField } from '../text-field.tsx'

import css from './resource-list.module.css'

/** Keyboard shortcuts of a list: "/" focuses the search field, the arrow keys move between it and the rows. */
type ListKeyTargets = { field: RefObject<HTMLInputElement | null>; list: RefObject<HTMLElement | null> }

const useListKeys = ({ field, list }: ListKeyTargets): void => {
  // A layout effect: the field must never be on screen without its shortcut.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      if (altKey || ctrlKey || metaKey || event.defaultPrevented) return
      if (key === '/' && !isTyping(target)) {
        event.preventDefault()
        field.current?.select()
        return
      }
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
      // With no row open and the focus nowhere, ArrowDown starts at the first row. With a row open, the arrow keys scroll.
      const isUnfocused = target === document.body && !rows.some(row => row.hasAttribute('aria-current'))
      const isInside = target === field.current || list.current?.contains(target as Node)
      if (step === 0 || !(isInside || (isUnfocused && step === 1))) return
      const index = rows.findIndex(row => row === target)
      event.preventDefault()
      if (index + step < 0) field.current?.select()
      else rows[index + step]?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field, list])
}

type AdminSearchFieldProps = {
  /** The path of the list, such as "/admin/quotes". */
  path: string
  /** The field's label and placeholder: what the search looks into. */
  searchLabel: string
  search: string | undefined
  list: RefObject<HTMLElement | null>
  className?: string | undefined
  children?: ReactNode
}

const DEBOUNCE_MS = 250

export const AdminSearchField = ({
  path,
  searchLabel: label,
  search = '',
  list,
  className,
  children,
}: AdminSearchFieldProps) => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  useListKeys({ field, list })
  const cancelSearch = () => {
    window.clearTimeout(timer.current)
    timer.current = undefined
  }
  // Show the search text of a new URL, such as the full list's, unless the user is typing.
  useEffect(() => {
    const { current } = field
    if (current && current !== document.activeElement && timer.current === undefined) current.value = search
  }, [search])
  // A row that was opened while the user typed counts, not the search that was still to come.
  const next = useNavigation().location?.pathname
  useEffect(() => {
    if (next !== undefined && next !== pathname) cancelSearch()
  }, [pathname, next])
  useEffect(() => cancelSearch, [pathname])

  /** Updates the list and keeps the open detail page. */
  const submitSearch = () => {
    cancelSearch()
    const query = new URLSearchParams(params)
    query.delete('page')
    query.delete('search')
    const text = field.current?.value.trim()
    if (text) query.set('search', text)
    void navigate({ pathname, search: query.toString() }, { replace: true, preventScrollReset: true })
  }
  const filters = new URLSearchParams(params)
  for (const name of ['search', 'page']) filters.delete(name)
  filters.sort()
  return (
    <Form method="get" action={path} role="search" className={className} onSubmit={cancelSearch}>
      <TextField
        ref={field}
        dense
        label={label}
        labelHidden
        type="search"
        name="search"
        placeholder={label}
        defaultValue={search}
        autoComplete="off"
        maxLength={200}
        onInput={() => {
          cancelSearch()
          timer.current = window.setTimeout(submitSearch, DEBOUNCE_MS)
        }}
      />
      <button type="submit" className={css.go} aria-label="Search">
        <Search aria-hidden />
      </button>
      <Fragment key={filters.toString()}>{children}</Fragment>
    </Form>
  )
}

export const submitFilters = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) => form?.requestSubmit()

type AdminFilterProps = {
  label: string
  name: string
  value: string | undefined
  /** The label of the empty option; left out when the filter always has a value. */
  anyLabel?: string
  options: readonly (readonly [value: string | number, words: string])[]
}

export const AdminFilter = ({ label, name, value = '', anyLabel, options }: AdminFilterProps) => (
  <SelectField dense label={label} labelHidden name={name} defaultValue={value} onChange={submitFilters}>
    {anyLabel !== undefined && <option value="">{anyLabel}</option>}
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
)
