/** The search form, which works without JavaScript and suggests while the user types. */
import { ArrowLeft, Search } from 'lucide-react'
import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { Form, useLocation, useParams, useNavigate } from 'react-router'

import { cleanQueryText, MAX_QUERY_LENGTH } from '#catalog/filters.ts'
import { cx } from '#ui/cx.ts'

import { isPhone, showPopup } from './text/place-popup.ts'
import { saveRecentSearch } from './text/recent-searches.ts'
import type { TextSpan } from './text/text-parts.ts'

import styles from './search-field.module.css'

const SHEET_HASH = '#searching'

const useSearchSheet = () => {
  const navigate = useNavigate()
  const { hash, state, key } = useLocation()
  /** A press and the first letter may both open the sheet. */
  const enteredFromKey = useRef<string>(undefined)
  const isOpen = hash === SHEET_HASH
  useEffect(() => {
    if (isOpen) enteredFromKey.current = undefined
  }, [isOpen])
  return {
    isOpen,
    enter: () => {
      if (isOpen || enteredFromKey.current === key) return
      enteredFromKey.current = key
      // Uses the browser's address, because loading more results changes it without telling the router.
      const { pathname, search } = location
      void navigate({ pathname, search, hash: SHEET_HASH }, { state: { sheet: true }, preventScrollReset: true })
    },
    leave: () => {
      const { pathname, search } = location
      // A user who opened a link to the sheet has no entry of this page to go back to.
      if ((state as { sheet?: boolean } | null)?.sheet) void navigate(-1)
      else void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
    },
  }
}

/** The value of `opened_at` while the field is open as a sheet. */
const IN_SHEET = 'sheet'

const Suggestions = lazy(() => import('./text/suggestions.tsx'))
const ReadMarks = lazy(() => import('./text/read-marks.tsx'))

export type PreservedParams = readonly (readonly [string, string])[]

type SearchFieldProps = {
  size?: 'md' | 'lg' | 'xl'
  /** Filters and sort of the current search, to be preserved as URL parameters. */
  keep?: PreservedParams
  /** The places in the searched text that were read as filters or exclusions: the field underlines them. */
  read?: readonly TextSpan[]
  className?: string
}

export const SearchField = ({ size = 'md', keep = [], read = [], className }: SearchFieldProps) => {
  const { pathname, search, key } = useLocation()
  const { searchTerm } = useParams()
  const q = cleanQueryText(
    searchTerm?.replaceAll('-', ' ') ?? (pathname === '/clips' ? new URLSearchParams(search).get('q') : '') ?? '',
  )
  const popup_id = useId()
  const marks_id = useId()
  const fieldKey = `${pathname} ${q}`
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(q)
  /** The key of the location where it was opened: navigation closes it. */
  const [opened_at, setOpenedAt] = useState<string>()
  const sheet = useSearchSheet()
  const isSheet = opened_at === IN_SHEET && sheet.isOpen
  const open = isSheet || opened_at === key
  /** The search replaces the sheet’s history entry. */
  const isSubmitting = useRef(false)
  const [optionCount, setOptionCount] = useState(0)
  /** The id of the suggestion that Enter selects. */
  const [active, setActive] = useState<string>()

  const close = () => {
    if (isSheet && !isSubmitting.current) sheet.leave()
    setOpenedAt(undefined)
    setActive(undefined)
  }

  useEffect(() => {
    const form = popup.current?.closest('form')
    if (open && form && popup.current) return showPopup(form, popup.current)
  }, [open])

  useSearchKeys(input)

  const openField = () => {
    setTyped(input.current?.value ?? '')
    setActive(undefined)
    isSubmitting.current = false
    if (!isPhone()) return setOpenedAt(key)
    setOpenedAt(IN_SHEET)
    sheet.enter()
  }

  /** Moves the selection from the field through the suggestions and back. */
  const moveSelection = (offset: 1 | -1) => {
    const ids = [...(popup.current?.querySelectorAll('[role="option"]') ?? [])].map(option => option.id)
    const stops = [undefined, ...ids]
    const nextActive = stops[(stops.indexOf(active) + offset + stops.length) % stops.length]
    setActive(nextActive)
    if (nextActive !== undefined) document.getElementById(nextActive)?.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (open) moveSelection(event.key === 'ArrowDown' ? 1 : -1)
      else openField()
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
          saveRecentSearch(input.current?.value ?? '')
          isSubmitting.current = true
          input.current?.blur()
          close()
        }}
      >
        <button type="button" className={styles.leave} aria-label="Close the search" onClick={close}>
          <ArrowLeft aria-hidden="true" />
        </button>
        <Search aria-hidden="true" className={styles.icon} />
        <span className={styles.field}>
          {/* The key updates the field after a search by a link or by Back. */}
          <input
            key={fieldKey}
            ref={input}
            type="text"
            inputMode="search"
            name="q"
            defaultValue={q}
            maxLength={MAX_QUERY_LENGTH}
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
            aria-expanded={open && optionCount > 0}
            aria-controls={open && optionCount > 0 ? popup_id : undefined}
            aria-activedescendant={active}
            onClick={openField}
            onInput={openField}
            onKeyDown={onKeyDown}
          />
          {read.length > 0 && (
            <Suspense>
              <ReadMarks key={fieldKey} id={marks_id} {...{ q, spans: read, input }} />
            </Suspense>
          )}
        </span>
        {keep.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className={styles.submit}>
          Search
        </button>
        {open && (
          <div ref={popup} popover="manual" className={styles.popup}>
            <Suspense>
              <Suggestions id={popup_id} {...{ typed, keep, active }} replace={isSheet} onCount={setOptionCount} />
            </Suspense>
          </div>
        )}
      </Form>
    </div>
  )
}

/** A slash focuses the field, unless it is typed somewhere or a dialog is in front; Ctrl or Cmd and K do everywhere. Of several fields, the last one takes it. */
const useSearchKeys = (input: RefObject<HTMLInputElement | null>) => {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
      const isFind = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey
      // In the admin panel, Ctrl and K find admin pages.
      if (!(isSlash || (isFind && !location.pathname.startsWith('/admin'))) || event.defaultPrevented) return
      const isBusy =
        target instanceof HTMLElement &&
        target.closest(`[role="dialog"]${isSlash ? ', input, textarea, select, [contenteditable]' : ''}`)
      const fields = [...document.querySelectorAll<HTMLInputElement>('input[role="combobox"][name="q"]')]
      if (isBusy || fields.findLast(field => field.checkVisibility()) !== input.current) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
