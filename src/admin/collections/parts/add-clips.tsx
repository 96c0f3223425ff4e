/** Clips come into a collection: found by words, or many at once by pasted numbers and addresses. */
import { useState, type KeyboardEvent } from 'react'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { stateWords } from '#catalog/review.ts'
import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { listStaffClips, type StaffClipRow } from '../../catalog/contract.ts'
import { PasteClips } from './paste-clips.tsx'
import type { Curating } from './use-curating.ts'

import css from './add-clips.module.css'

const most_shown = 18

type Props = { collection_id: number; curating: Curating }

export const AddClips = ({ collection_id, curating }: Props) => {
  const toast = useToast()
  const [words, setWords] = useState('')
  const [found, setFound] = useState<{ clips: readonly StaffClipRow[]; total: number }>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [adding, setAdding] = useState<number>()

  const look = async () => {
    if (words.trim() === '') return setError('Type a name, filmmaker, collection, keyword or number.')
    setBusy(true)
    setError(undefined)
    try {
      const { data, meta } = await call(listStaffClips, { query: { search: words } })
      setFound({ clips: data, total: meta.pagination.total })
    } catch (error) {
      setError(firstText(error, 'The clips could not be looked up. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  const take = async ({ id, name }: StaffClipRow) => {
    setAdding(id)
    try {
      const { left } = await curating.add([id])
      const [first] = left
      toast(first ? `“${name}”: ${first.text}` : `“${name}” is in, at the end`, { kind: first ? 'danger' : 'success' })
    } catch (error) {
      toast(firstText(error, 'Something went wrong.'), { kind: 'danger' })
    } finally {
      setAdding(undefined)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void look()
  }
  const isIn = new Set(curating.order)
  return (
    <div className={css.adder}>
      <div className={css.search}>
        <TextField
          dense
          label="Find clips to add"
          placeholder="Name, filmmaker, collection, keyword or number"
          value={words}
          onChange={event => setWords(event.target.value)}
          onKeyDown={onKeyDown}
          error={error}
          autoComplete="off"
          maxLength={200}
        />
        <Button busy={busy && 'Looking…'} onClick={() => void look()}>
          Find
        </Button>
      </div>
      {found && (
        <div aria-live="polite">
          {found.total === 0 ? (
            <p className={css.none}>No clip is found by that.</p>
          ) : (
            <ul className={css.found} aria-label="Clips found">
              {found.clips.slice(0, most_shown).map(clip => (
                <li key={clip.id}>
                  <ClipThumb thumbs={clip.thumbs} sizes="64px" className={css.thumb} />
                  <span className={css.words}>
                    <span className={css.name}>{clip.name}</span>
                    <span className={css.more}>
                      {clip.filmmaker}, #{clip.id}
                      {clip.state !== 'published' && `, ${stateWords[clip.state].toLowerCase()}`}
                    </span>
                  </span>
                  {isIn.has(clip.id) ? (
                    <span className={css.more}>In it</span>
                  ) : (
                    <Button
                      size="sm"
                      aria-label={`Add ${clip.name}`}
                      busy={adding === clip.id && 'Adding…'}
                      onClick={() => void take(clip)}
                    >
                      Add
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {found.total > most_shown && (
            <p className={css.none}>
              The first {most_shown} of {found.total.toLocaleString('en-US')}. More words find fewer.
            </p>
          )}
        </div>
      )}
      <Disclosure plain summary="Paste numbers or addresses">
        <PasteClips collection_id={collection_id} />
      </Disclosure>
    </div>
  )
}
