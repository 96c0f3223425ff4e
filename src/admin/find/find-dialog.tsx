/** One field over every room: typed, then the arrows and Enter. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useEffect, useRef, useState, type FocusEventHandler } from 'react'
import { useNavigate } from 'react-router'

import { messageOf } from '#platform/message.ts'
import { useCall } from '#platform/query.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { RoomGroup } from '../rooms.ts'
import { findAnything, type FoundGroup } from './contract.ts'
import { kinds } from './kinds.ts'

import popup from '#ui/popup.module.css'
import css from './find-dialog.module.css'

type Hit = { key: string; title: string; detail: string; to: string }
type HitGroup = { label: string; items: Hit[] }

/** Somebody who types on does not mean what stands there yet. */
const pause_ms = 150

const groupOf = ({ kind, total, found }: FoundGroup, words: string): HitGroup => {
  const { label, all, one } = kinds[kind]
  const items = found.map(hit => ({ ...hit, key: `${kind} ${hit.key}`, to: one(hit.key) }))
  if (all && total > found.length)
    items.push({
      key: `all ${kind}`,
      title: `All ${total.toLocaleString('en-US')}`,
      detail: 'in their room',
      to: all(words),
    })
  return { label, items }
}

/** By their own name, and all of a group by its name. */
const roomsOf = (groups: readonly RoomGroup[], words: string): HitGroup[] => {
  const isMeant = (label: string) => label.toLowerCase().startsWith(words.toLowerCase())
  const items = groups.flatMap(group =>
    group.rooms
      .filter(({ label }) => isMeant(label) || isMeant(group.label))
      .map(({ label, to }) => ({ key: to, title: label, detail: group.label, to })),
  )
  return items.length > 0 ? [{ label: 'Rooms', items }] : []
}

type Props = {
  open: boolean
  onClose: () => void
  rooms: readonly RoomGroup[]
  text: string
  onText: (text: string) => void
  onFocus: FocusEventHandler<HTMLInputElement>
}

export const FindDialog = ({ open, onClose, rooms, text, onText, onFocus }: Props) => {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const { data, error } = useCall(findAnything, { query: { words } }, { enabled: words !== '' })
  useEffect(() => {
    const timer = setTimeout(() => setWords(text.trim()), pause_ms)
    return () => clearTimeout(timer)
  }, [text])
  const typed = text.trim()
  const isWaiting = typed !== '' && (typed !== words || (!data && !error))
  // Nothing of what was typed before: Enter would open it.
  const found = isWaiting || typed === '' ? [] : (data?.data ?? [])
  const groups = [...roomsOf(rooms, typed), ...found.map(one => groupOf(one, words))]

  const go = ({ to }: Hit) => {
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
        itemToStringValue={({ title }: Hit) => title}
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
          {error ? messageOf(error) : isWaiting ? 'Looking…' : groups.length === 0 ? 'Nothing matches.' : null}
        </Autocomplete.Status>
        <Autocomplete.List className={css.list}>
          {(group: HitGroup) => (
            <Autocomplete.Group key={group.label} items={group.items} className={css.group}>
              <Autocomplete.GroupLabel className={css.label}>{group.label}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(hit: Hit) => (
                  <Autocomplete.Item key={hit.key} value={hit} className={popup.item} onClick={() => go(hit)}>
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
