/** Search as a form that the browser could send by itself; with JavaScript it suggests while somebody types. */
import { ArrowLeft, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { Form, useLocation, useParams } from 'react-router'

import { cx } from '#ui/cx.ts'

import { isPhone, placePopup } from './words/place-popup.ts'
import { rememberSearch } from './words/recent-searches.ts'
import { useSearchSheet } from './words/use-search-sheet.ts'

import styles from './search-field.module.css'

/** Where it was opened, when that is a sheet with a place of its own. */
const in_sheet = 'sheet'

const Suggestions = lazy(() => import('./words/suggestions.tsx'))

export type Kept = readonly (readonly [string, string])[]

type SearchFieldProps = {
  size?: 'md' | 'lg' | 'xl'
  /** Filters and sort of the present search, to be kept: name and value as in the address. */
  keep?: Kept
  className?: string
}

export const SearchField = ({ size = 'md', keep = [], className }: SearchFieldProps) => {
  const { pathname, search, key } = useLocation()
  const { searchTerm } = useParams()
  const q =
    searchTerm?.replaceAll('-', ' ') ?? (pathname === '/clips' ? new URLSearchParams(search).get('q') : '') ?? ''
  const popup_id = useId()
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(q)
  /** The place where it was opened: going anywhere closes it. */
  const [opened_at, setOpenedAt] = useState<string>()
  const sheet = useSearchSheet()
  const isSheet = opened_at === in_sheet && sheet.is_there
  const open = isSheet || opened_at === key
  /** The search takes the sheet's place in the history. */
  const isGoingOn = useRef(false)
  const [options, setOptions] = useState(0)
  /** The id of the suggestion that Enter would take. */
  const [active, setActive] = useState<string>()

  const close = () => {
    if (isSheet && !isGoingOn.current) sheet.leave()
    setOpenedAt(undefined)
    setActive(undefined)
  }

  useEffect(() => {
    const form = popup.current?.closest('form')
    if (open && form && popup.current) return placePopup(form, popup.current)
  }, [open])

  const show = () => {
    setTyped(input.current?.value ?? '')
    setActive(undefined)
    isGoingOn.current = false
    if (!isPhone()) return setOpenedAt(key)
    setOpenedAt(in_sheet)
    sheet.enter()
  }

  /** From the field through the suggestions and back to it. */
  const step = (by: 1 | -1) => {
    const ids = [...(popup.current?.querySelectorAll('[role="option"]') ?? [])].map(option => option.id)
    const places = [undefined, ...ids]
    const next = places[(places.indexOf(active) + by + places.length) % places.length]
    setActive(next)
    if (next !== undefined) document.getElementById(next)?.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (open) step(event.key === 'ArrowDown' ? 1 : -1)
      else show()
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && open && active !== undefined) {
      event.preventDefault()
      document.getElementById(active)?.click()
    }
  }

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close()
  }

  return (
    <div className={cx(styles.place, styles[size], className)}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <search> is not known to every reader yet */}
      <Form
        role="search"
        action="/clips"
        replace={isSheet}
        className={styles.form}
        onBlur={onBlur}
        onSubmit={() => {
          rememberSearch(input.current?.value ?? '')
          isGoingOn.current = true
          input.current?.blur()
          close()
        }}
      >
        <button type="button" className={styles.leave} aria-label="Close the search" onClick={close}>
          <ArrowLeft aria-hidden="true" />
        </button>
        <Search aria-hidden="true" className={styles.icon} />
        {/* A search made by a link or by Back shows in the field, too. */}
        <input
          key={`${pathname} ${q}`}
          ref={input}
          type="text"
          inputMode="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          placeholder="Search footage"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          className={styles.input}
          role="combobox"
          aria-label="Search footage"
          aria-autocomplete="list"
          aria-expanded={open && options > 0}
          aria-controls={open && options > 0 ? popup_id : undefined}
          aria-activedescendant={active}
          onClick={show}
          onInput={show}
          onKeyDown={onKeyDown}
        />
        {keep.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className={styles.submit}>
          Search
        </button>
        {open && (
          <div ref={popup} popover="manual" className={styles.popup}>
            <Suspense>
              <Suggestions id={popup_id} {...{ typed, keep, active }} replace={isSheet} onCount={setOptions} />
            </Suspense>
          </div>
        )}
      </Form>
    </div>
  )
}
