/** Adds clips to a collection, by search or by pasted numbers and addresses. */
import { useState, type KeyboardEvent } from 'react'

import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { ClipThumb } from '../../../clip-thumb.tsx'
import { clipStateLabels } from '../../../review.ts'
import { listStaffClips, type StaffClipSummary } from '../../contract.ts'
import { PasteClips } from './paste-clips.tsx'
import type { Curation } from './use-curation.ts'

import css from './add-clips.module.css'

const MAX_RESULTS = 18

type AddClipsProps = { collection_id: number; curation: Curation }

export const AddClips = ({ collection_id, curation }: AddClipsProps) => {
  const toast = useToast()
  const [text, setText] = useState('')
  const [results, setResults] = useState<{ clips: readonly StaffClipSummary[]; total: number }>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [addingId, setAddingId] = useState<number>()

  const search = async () => {
    if (text.trim() === '') return setError('Type a name, filmmaker, collection, keyword or number.')
    setBusy(true)
    setError(undefined)
    try {
      const { data, meta } = await call(listStaffClips, { query: { search: text } })
      setResults({ clips: data, total: meta.pagination.total })
    } catch (error) {
      setError(toUserMessage(error, 'The search failed. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  const addClip = async ({ id, name }: StaffClipSummary) => {
    setAddingId(id)
    try {
      const { left } = await curation.add([id])
      const [skipped] = left
      toast(skipped ? `“${name}”: ${skipped.text}` : `“${name}” is added at the end`, {
        kind: skipped ? 'danger' : 'success',
      })
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    } finally {
      setAddingId(undefined)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void search()
  }
  const memberIds = new Set(curation.order)
  return (
    <div className={css.adder}>
      <div className={css.search}>
        <TextField
          dense
          label="Find clips to add"
          placeholder="Name, filmmaker, collection, keyword or number"
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={onKeyDown}
          error={error}
          autoComplete="off"
          maxLength={200}
        />
        <Button busy={busy && 'Searching…'} onClick={() => void search()}>
          Find
        </Button>
      </div>
      {results && (
        <div aria-live="polite">
          {results.total === 0 ? (
            <p className={css.none}>No clips match.</p>
          ) : (
            <ul className={css.results} aria-label="Clips found">
              {results.clips.slice(0, MAX_RESULTS).map(clip => (
                <li key={clip.id}>
                  <ClipThumb thumbs={clip.thumbs} sizes="64px" className={css.thumb} />
                  <span className={css.words}>
                    <span className={css.name}>{clip.name}</span>
                    <span className={css.more}>
                      {clip.filmmaker}, #{clip.id}
                      {clip.state !== 'published' && `, ${clipStateLabels[clip.state].toLowerCase()}`}
                    </span>
                  </span>
                  {memberIds.has(clip.id) ? (
                    <span className={css.more}>Already added</span>
                  ) : (
                    <Button
                      size="sm"
                      aria-label={`Add ${clip.name}`}
                      busy={addingId === clip.id && 'Adding…'}
                      onClick={() => void addClip(clip)}
                    >
                      Add
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {results.total > MAX_RESULTS && (
            <p className={css.none}>
              The first {MAX_RESULTS} of {results.total.toLocaleString('en-US')}. Add terms to narrow the search.
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
