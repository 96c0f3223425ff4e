/** The dialog of the search across the admin, with keyboard navigation. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useEffect, useRef, useState, type FocusEventHandler } from 'react'
import { useNavigate } from 'react-router'

import { messageOf } from '#platform/http/error-message.ts'
import { useCall } from '#platform/http/query.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { AdminPageGroup } from '../admin-pages.ts'
import { findAnything, type FindResultGroup } from './contract.ts'
import { findKinds } from './find-kinds.ts'

import popup from '#ui/popup.module.css'
import css from './find-dialog.module.css'

type FindDialogItem = { key: string; title: string; detail: string; to: string }
type FindDialogGroup = { label: string; items: FindDialogItem[] }

/** The pause after typing before the search begins. */
const DEBOUNCE_MS = 150

const toDialogGroup = ({ kind, total, results }: FindResultGroup, text: string): FindDialogGroup => {
  const { label, listPath, detailPath } = findKinds[kind]
  const items = results.map(hit => ({ ...hit, key: `${kind} ${hit.key}`, to: detailPath(hit.key) }))
  if (listPath && total > results.length)
    items.push({
      key: `all ${kind}`,
      title: `All ${total.toLocaleString('en-US')}`,
      detail: 'on their page',
      to: listPath(text),
    })
  return { label, items }
}

/** Finds admin pages by their own name or by the name of their group. */
const findPages = (groups: readonly AdminPageGroup[], text: string): FindDialogGroup[] => {
  const isMatch = (label: string) => label.toLowerCase().startsWith(text.toLowerCase())
  const items = groups.flatMap(group =>
    group.pages
      .filter(({ label }) => isMatch(label) || isMatch(group.label))
      .map(({ label, to }) => ({ key: to, title: label, detail: group.label, to })),
  )
  return items.length > 0 ? [{ label: 'Pages', items }] : []
}

type FindDialogProps = {
  open: boolean
  onClose: () => void
  pageGroups: readonly AdminPageGroup[]
  text: string
  onText: (text: string) => void
  onFocus: FocusEventHandler<HTMLInputElement>
}

export const FindDialog = ({ open, onClose, pageGroups, text, onText, onFocus }: FindDialogProps) => {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [searchText, setSearchText] = useState('')
  const { data, error } = useCall(findAnything, { query: { words: searchText } }, { enabled: searchText !== '' })
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const typedText = text.trim()
  const isWaiting = typedText !== '' && (typedText !== searchText || (!data && !error))
  // Never show results for an earlier text, since Enter would open one of them.
  const results = isWaiting || typedText === '' ? [] : (data?.data ?? [])
  const groups = [...findPages(pageGroups, typedText), ...results.map(result => toDialogGroup(result, searchText))]

  const openItem = ({ to }: FindDialogItem) => {
    onClose()
    onText('')
    void navigate(to)
  }
  return (
    <Dialog open={open} onClose={onClose} title="Find" size="md" initialFocus={field}>
      <Autocomplete.Root
        items={groups}
        value={text}
        onValueChange={(value, { reason }) => reason !== 'item-press' && onText(value)}
        itemToStringValue={({ title }: FindDialogItem) => title}
        mode="none"
        inline
        open
        autoHighlight="always"
        keepHighlight
      >
        <Autocomplete.Input
          render={
            <TextField
              ref={field}
              label="Find a person, a workspace, an order, a clip …"
              labelHidden
              type="search"
              placeholder="Name, email, number, code …"
              maxLength={200}
              onFocus={onFocus}
            />
          }
        />
        <Autocomplete.Status className={css.status}>
          {error ? messageOf(error) : isWaiting ? 'Searching…' : groups.length === 0 ? 'Nothing matches.' : null}
        </Autocomplete.Status>
        <Autocomplete.List className={css.list}>
          {(group: FindDialogGroup) => (
            <Autocomplete.Group key={group.label} items={group.items} className={css.group}>
              <Autocomplete.GroupLabel className={css.label}>{group.label}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(hit: FindDialogItem) => (
                  <Autocomplete.Item key={hit.key} value={hit} className={popup.item} onClick={() => openItem(hit)}>
                    <span className={css.title}>{hit.title}</span>
                    <span className={css.detail}>{hit.detail}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  )
}
